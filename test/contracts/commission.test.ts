import { beforeAll, describe, expect, test } from "vitest";
import { CATALOG, type ProductId } from "#shared/catalog/catalog.ts";
import { setDelivery, settle } from "../support/control.ts";
import { ledgerOf } from "../support/figures.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { patchRow, putRow } from "../support/rows.ts";
import { atStripe, buy, paymentOf, stripeClient } from "../support/shop.ts";

let affiliate: Person;
const key = () => ({ pk: `affiliate#${affiliate.userId}`, sk: "affiliate" });
beforeAll(async () => {
  affiliate = await signUpPerson();
  const at = new Date(0).toISOString();
  await putRow("Affiliates", {
    ...key(),
    affiliateId: affiliate.userId,
    status: "active",
    referralCode: "FIFTH",
    rateBasisPoints: 2000,
    email: affiliate.email,
    normalisedEmail: affiliate.email,
    termsAcceptedAt: at,
    termsVersion: "1",
    joinedAt: at,
  });
});

async function attributed(person: Person): Promise<Person> {
  await putRow("Affiliates", {
    pk: `user#${person.userId}`,
    sk: "attribution",
    affiliateId: affiliate.userId,
    rateBasisPoints: 2000,
    via: "link",
    at: new Date(0).toISOString(),
  });
  return person;
}

async function bought(product: ProductId) {
  const buyer = await attributed(await signUpPerson());
  return paymentOf((await buy(buyer, product)).sessionId);
}

const commissionOf = async (payment: string) =>
  (await ledgerOf(affiliate)).commissions.find(({ id }) => id === payment);

describe.each<[ProductId, number]>([
  ["monthly", CATALOG.monthly.price / 5],
  ["lifetime", CATALOG.lifetime.price / 5],
])("the commission on a payment for the product %s", (product, earned) => {
  test("is credited once, reversed by refunds up to its amount, and restored if a refund fails", async () => {
    await setDelivery("duplicate");
    const { payment_intent } = await bought(product);
    await setDelivery("normal");
    expect(await commissionOf(payment_intent)).toMatchObject({ earnedCents: earned, reversedCents: 0 });
    await stripeClient().refunds.create({ payment_intent, amount: 999 });
    await settle();
    expect(await commissionOf(payment_intent)).toMatchObject({ reversedCents: 199, status: "pending" });
    const { id } = await stripeClient().refunds.create({ payment_intent });
    await settle();
    expect((await commissionOf(payment_intent))?.takenBackBy).toHaveLength(2);
    await atStripe(`refunds/${id}/fail`);
    await settle();
    expect(await commissionOf(payment_intent)).toMatchObject({ reversedCents: 199, status: "pending" });
  });

  test("is on hold during a dispute or a suspension of the affiliate, and reversed if the dispute is lost", async () => {
    const { payment_intent, charge } = await bought(product);
    const { id } = (await atStripe("disputes", { charge })) as { id: string };
    await settle();
    expect(await commissionOf(payment_intent)).toMatchObject({ status: "held", holds: ["dispute"] });
    await patchRow("Affiliates", key(), "status", "suspended");
    await settle();
    expect((await commissionOf(payment_intent))?.holds).toEqual(["dispute", "suspended"]);
    await patchRow("Affiliates", key(), "status", "active");
    await atStripe(`disputes/${id}/close`, { outcome: "lost" });
    await settle();
    expect(await commissionOf(payment_intent)).toMatchObject({ status: "reversed", reversedCents: earned });
  });
});
