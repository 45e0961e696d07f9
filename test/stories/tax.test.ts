import { expect, test } from "vitest";
import { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/billing/catalog.ts";
import { theWorld } from "../world/world.ts";

const world = theWorld({ tax: true });
const NEXT_MONTH = 32;

async function taxedBuyer() {
  const affiliate = await world.join();
  const buyer = await world.subscriber({ affiliateCode: affiliate.code });
  expect(await world.activate(buyer.person)).toBe("VALID");
  const commissions = () =>
    world
      .rows("Payouts")
      .filter(({ sk }) => String(sk).startsWith("commission#"))
      .map((row) => Commission.parse(row));
  return { ...buyer, commissions };
}

test("a lost dispute takes the tax as well, and the whole commission, which counted none of it", async () => {
  const { person, charge, commissions } = await taxedBuyer();
  expect(commissions()).toMatchObject([{ baseCents: 3000, earnedCents: 600, reversedCents: 0 }]);
  const closes = await world.dispute(charge);
  expect(await world.codes(person)).toEqual(["SUSPENDED"]);
  await closes("lost");
  expect(await world.codes(person)).toEqual(["REVOKED"]);
  expect(commissions()).toMatchObject([{ baseCents: 3000, reversedCents: 600 }]);
});

test("after a dispute that was won, a renewal is taxed by the address, until the customer cancels", async () => {
  const { person, charge, commissions } = await taxedBuyer();
  const closes = await world.dispute(charge);
  await closes("won");
  expect(await world.codes(person)).toEqual(["VALID"]);
  await world.days(NEXT_MONTH);
  const [renewal] = world.mails(person).filter(({ subject }) => /^Your \S+ receipt/.test(subject));
  expect(renewal?.text).toContain(`We received $35.70 for ${CATALOG.monthly.name}.`);
  expect(renewal?.text).toMatch(/Tax included:? \$5\.70/);
  expect(commissions().map(({ baseCents, reversedCents }) => [baseCents, reversedCents])).toEqual([
    [3000, 0],
    [3000, 0],
  ]);
  await world.call("billing/cancelSubscription", {}, person);
  const { subscription_id } = await world.subscription(person);
  await world.days(NEXT_MONTH);
  expect(await world.codes(person)).toEqual(["EXPIRED"]);
  expect((await world.invoices(subscription_id)).map(({ amount_paid }) => amount_paid)).toEqual([3570, 3570]);
});
