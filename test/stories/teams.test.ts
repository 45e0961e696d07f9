import { expect, test } from "vitest";
import { Commission } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/billing/catalog.ts";
import { growthOf } from "../support/figures.ts";
import type { Row } from "../support/memory/expressions.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld({ sellsAll: true });
const SEATS = 3;
const PRICE = SEATS * CATALOG.monthly.price;

async function join(buyer: Person): Promise<Person> {
  const member = await world.signUp({ proves: true });
  await world.prove(buyer);
  await world.call("billing/inviteMember", { email: member.email }, buyer);
  await world.settle();
  const [invitation] = world.mails(member).filter(({ subject }) => /team invitation/.test(subject));
  const token = /join-team#(\S+)/.exec(invitation?.text ?? "")?.[1] ?? "no link";
  expect((await world.call("billing/joinTeam", { token }, member)).status).toBe(200);
  return member;
}

/** A team that an affiliate has brought, with one member, whose bank takes the payment back. */
async function disputed() {
  const affiliate = await world.join();
  const sale = await world.subscriber({ seats: SEATS, affiliateCode: affiliate.code });
  const { person: buyer, payment, charge } = sale;
  const member = await join(buyer);
  for (const one of [buyer, member]) expect(await world.activate(one)).toBe("VALID");
  const closes = await world.dispute(charge);
  const isCommission = ({ sk, id }: Row) => id === payment && String(sk).startsWith("commission#");
  return {
    buyer,
    member,
    closes,
    codes: async () => [...(await world.codes(buyer)), ...(await world.codes(member))],
    commission: () => Commission.parse(world.rows("Payouts").find(isCommission)),
    figures: async () => {
      const { now } = await growthOf(world.ask);
      return [now.payments.cents, now.refunds.cents, now.mrr_end_cents];
    },
  };
}
const EARNED = { baseCents: PRICE, earnedCents: PRICE / 5 };

test("a team's payment that a bank takes back: every key waits, and works again once it is won", async () => {
  const { buyer, member, closes, codes, commission, figures } = await disputed();
  expect(await codes()).toEqual(["SUSPENDED", "SUSPENDED"]);
  expect(await world.activate(member)).toBe("SUSPENDED");
  expect(
    world.mailed(buyer, /taken back \$90\.00 and opened a dispute\. The license is suspended and no/),
  ).toBe(1);
  await closes("won");
  expect(await codes()).toEqual(["VALID", "VALID"]);
  expect(await world.activate(member)).toBe("VALID");
  expect(world.mailed(buyer, /Your license works again and your subscription continues\./)).toBe(1);
  expect(world.mailed(member, /taken back|dispute|ended/)).toBe(0);
  expect(commission()).toMatchObject({ ...EARNED, reversedCents: 0, holds: [] });
  expect(await figures()).toEqual([PRICE, 0, PRICE]);
});

test("a team's payment that a bank keeps: every key ends, and so does the subscription", async () => {
  const { buyer, member, closes, codes, commission, figures } = await disputed();
  await closes("lost");
  expect(await codes()).toEqual(["REVOKED", "REVOKED"]);
  expect(world.mailed(buyer, /This subscription and its license ended\. You will not be charged/)).toBe(1);
  expect((await world.subscription(buyer)).subscription_status).toBe("canceled");
  // Nobody took the seat from the member.
  expect(world.mailed(member, /taken back|dispute|ended/)).toBe(0);
  expect(commission()).toMatchObject({ ...EARNED, reversedCents: PRICE / 5, holds: [] });
  expect(await figures()).toEqual([PRICE, PRICE, 0]);
});
