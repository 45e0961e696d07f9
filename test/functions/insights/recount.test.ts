import { expect, test } from "vitest";
import { compare, isByTheClock } from "../../../scripts/recount/compare.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
/** Only the Overview's figures. The simulation compares the figures of Growth. */
const overview = (...given: Parameters<typeof compare>) =>
  compare(...given).filter(({ part }) => part === "figures");
const NOTHING = {
  Users: [],
  Grants: [],
  Seats: [],
  Alerts: [],
  Affiliates: [],
  Traffic: [],
  Payouts: [],
  Events: [],
  Insights: [],
};
const paid = {
  pk: "payment#pi_1",
  sk: "paid",
  paymentId: "pi_1",
  userId: "u1",
  product: "lifetime",
  isFirst: true,
  startedAt: NOW.toISOString(),
  dueAt: NOW.toISOString(),
  paidAt: NOW.toISOString(),
  amountCents: 5000,
  baseCents: 5000,
  currency: "usd",
  cardHash: null,
};
const refund = {
  ...{ pk: "payment#pi_1", sk: "refund#re_1" },
  ...{ paymentId: "pi_1", refundId: "re_1", at: "2026-11-21T10:00:00.000Z" },
};
const kept = (cents: number) => [
  { pk: "figures", sk: "totals", revenueCents: cents, clicks: 7 },
  { pk: "figures", sk: "day#2026-11-20", revenueCents: cents },
];

test("a recount lists each figure that differs from the tables, in total and per day", () => {
  const Events = [paid, { ...refund, amountCents: 1000, counts: true }];
  expect(overview({ ...NOTHING, Events, Insights: kept(4000) }, NOW)).toEqual([]);
  expect(overview({ ...NOTHING, Events, Insights: kept(5000) }, NOW)).toEqual([
    { part: "figures", figure: "revenueCents", day: "2026-11-20", kept: 5000, counted: 4000 },
    { part: "figures", figure: "revenueCents", day: null, kept: 5000, counted: 4000 },
  ]);
});

test("a recount lists figures that were counted twice or never", () => {
  const missed = overview({ ...NOTHING, Events: [paid] }, NOW);
  expect(missed).toHaveLength(2);
  const clicks = (day: number) => [{ pk: "figures", sk: "day#2026-11-20", clicks: day }];
  expect(overview({ ...NOTHING, Insights: clicks(1) }, NOW)).toMatchObject([{ figure: "clicks", kept: 1 }]);
});

test("a license that expires changes figures without a write", () => {
  const one = { part: "figures", day: null, kept: 1, counted: 0 };
  expect(isByTheClock({ ...one, figure: "users/trial" })).toBe(true);
  expect(isByTheClock({ ...one, figure: "users" })).toBe(false);
});
