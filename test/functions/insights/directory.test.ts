import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { DAY } from "#shared/instant.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";
import { userEntry } from "../../../functions/customers/userRowRules.ts";
import { differenceOf, type Entry, goneEntry, happened } from "../../../functions/directory/rules.ts";
import { refreshEntries } from "../../../functions/directory/table.ts";
import { freeGrant, manualGrant } from "../../../functions/grants/grantRules.ts";
import { membershipOf } from "../../../functions/grants/membershipRules.ts";
import { commissionEntry } from "../../../functions/insights/moneyRules.ts";
import { keyEntry, keyRow } from "../../../functions/licenses/desk/keyRowRules.ts";
import { licenseOf } from "../../../functions/licenses/rules.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_DIRECTORY", "Directory");
  vi.stubEnv("TABLE_INSIGHTS", "Insights");
  rows = memoryDynamo(network());
});
afterEach(() => rows.clear());

const person = {
  userId: "u1",
  email: "Ada@Example.com",
  suspended: false,
  createdAt: "2026-11-01T00:00:00.000Z",
  lastSignInAt: null,
  lastSignInAddress: null,
  lastSignInCountry: null,
};
const COMMISSION = {
  affiliateId: "a1",
  earnedCents: 600,
  reversedCents: 0,
  debtCents: 0,
  status: "available",
} as const;
const figures = () =>
  Object.fromEntries(
    rows
      .of("Insights")
      .filter(({ pk }) => pk === "figures")
      .map(({ pk: _, sk, ...of }) => [sk, of]),
  );
const show = (...entries: Entry[]) => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return refreshEntries([...byId.keys()], async (id) => byId.get(id) ?? { id, sums: [] });
};

test("a change that is delivered twice counts once", async () => {
  const free = userEntry(person, [freeGrant("u1", "KEY", NOW)], NOW);
  const earned = commissionEntry({ ...COMMISSION, id: "c1", paidAt: NOW.toISOString() });
  await show(free, earned);
  const once = figures();
  expect(once).toEqual({
    totals: { users: 1, "users/trial": 1, usersAdded: 1, commissionCents: 600 },
    "day#2026-11-01": { usersAdded: 1 },
    "day#2026-11-20": { commissionCents: 600 },
  });
  await show(free, earned);
  await show(earned);
  expect(figures()).toEqual(once);
});

test("an account that is suspended moves to another part of the list", async () => {
  await show(userEntry(person, [], NOW));
  await show(userEntry({ ...person, suspended: true }, [], NOW));
  expect(figures().totals).toMatchObject({ users: 1, "users/inactive": 0, "users/suspended": 1 });
});

test("simultaneous deliveries of a change count it once", async () => {
  const entry = userEntry(person, [], NOW);
  await Promise.all(Array.from({ length: 5 }, () => show(entry)));
  expect(figures().totals).toMatchObject({ users: 1 });
});

test("entries that do not fit into one transaction are all written, and counted once", async () => {
  const commissions = Array.from({ length: 60 }, (_, day) =>
    commissionEntry({
      ...COMMISSION,
      affiliateId: `affiliate-${day % 7}`,
      id: `c${day}`,
      paidAt: new Date(NOW.getTime() - day * DAY).toISOString(),
    }),
  );
  for (const _ of ["once", "again"]) {
    expect(await show(...commissions)).toEqual(commissions);
    expect(rows.of("Directory")).toHaveLength(60);
    expect(figures().totals).toEqual({ commissionCents: 60 * 600 });
  }
});

test("the directory shows an event once, until its source is deleted", async () => {
  const told = () => rows.of("Insights").filter(({ pk }) => pk === "recent");
  const account = userEntry(person, [], NOW);
  const key = { id: "payout#p1", sums: [], recent: happened("payout", "payout#p1", NOW.toISOString(), "u1") };
  await show(account, key);
  await show(account, key);
  expect(told()).toMatchObject([
    { id: "user#u1", kind: "signup", at: person.createdAt, user_id: "u1" },
    { id: "payout#p1", kind: "payout" },
  ]);
  expect(JSON.stringify(told())).not.toContain("Ada");
  await show(goneEntry("user#u1"));
  expect(told()).toMatchObject([{ id: "payout#p1" }]);
});

test("a customer's membership depends on the grants that work now", () => {
  const manual = manualGrant({ userId: "u1", suspended: false }, "m", "K2", "2026-12-01T00:00:00.000Z", NOW);
  const free = freeGrant("u1", "K1", NOW);
  expect(membershipOf([], NOW)).toBe("inactive");
  expect(membershipOf([free], NOW)).toBe("trial");
  expect(membershipOf([free, manual], NOW)).toBe("active");
  expect(membershipOf([manual], new Date("2026-12-01T00:00:00.000Z"))).toBe("expired");
  // A suspended account keeps its membership and does not count as removed.
  const suspended = manualGrant(
    { userId: "u1", suspended: true },
    "m",
    "K2",
    "2026-12-01T00:00:00.000Z",
    NOW,
  );
  expect(userEntry({ ...person, suspended: true }, [suspended], NOW)).toMatchObject({
    row: { membership_status: "active", is_suspended: true },
    sums: expect.not.arrayContaining([expect.objectContaining({ figure: "usersRemoved" })]),
  });
});

test("an expiry counts on its day, and the entry is due again at the time of the expiry", () => {
  const end = "2026-12-01T09:00:00.000Z";
  const manual = manualGrant({ userId: "u1", suspended: false }, "m", "K2", end, NOW);
  const before = userEntry(person, [manual], NOW);
  expect(before).toMatchObject({ shelf: "users/active", due: "users", dueAt: end });
  for (const later of [end, "2027-03-01T00:00:00.000Z"]) {
    const after = userEntry(person, [manual], new Date(later));
    expect(after).toMatchObject({ shelf: "users/expired" });
    expect(after).not.toHaveProperty("dueAt");
    expect(after.sums).toContainEqual({ figure: "usersRemoved", day: "2026-12-01", amount: 1 });
  }
  const isOff = { ...manual, entitlement: { ...manual.entitlement, active: false } };
  expect(userEntry(person, [isOff], new Date("2027-03-01T00:00:00.000Z")).sums).toContainEqual({
    figure: "usersRemoved",
    day: "2026-11-20",
    amount: 1,
  });
  const owed = { ...manual.entitlement, expiresAt: null, pastDueSince: NOW.toISOString() };
  expect(userEntry(person, [{ ...manual, entitlement: owed }], NOW)).toMatchObject({
    dueAt: "2026-12-04T12:00:00.000Z",
  });
});

test("the difference between two lists of sums contains only changed sums", () => {
  const sum = (amount: number) => ({ figure: "users", day: null, amount });
  expect(differenceOf([sum(1)], [sum(1)])).toEqual([]);
  expect(differenceOf([sum(1)], [sum(3)])).toEqual([sum(2)]);
});

test("a subscription counts in any state of its key, and a key counts as active while it is usable", () => {
  const manual = manualGrant({ userId: "u1", suspended: false }, "m", "K2", "2026-12-01T00:00:00.000Z", NOW);
  const subscription = {
    customer_id: "cus_1",
    subscription_id: "sub_1",
    subscription_status: "active" as const,
    price_id: "price_1",
    current_period_start: 0,
    current_period_end: 1,
    cancel_at_period_end: false,
    cancel_at: null,
    payment_method_brand: null,
    payment_method_last4: null,
  };
  const shelf = (change: Partial<Entitlement>, at = NOW) => {
    const entitlement = { ...manual.entitlement, ...change };
    const grant = { ...manual, entitlement, subscription };
    expect(userEntry(person, [grant], at).sums).toContainEqual({
      figure: "activeSubscriptions",
      day: null,
      amount: 1,
    });
    const license = { ...licenseOf(grant, "l1", NOW), device: DEVICE };
    const entry = keyEntry(keyRow(license, "a@b.c", at), entitlement, null, at);
    const isCounted = entry.sums.some(({ figure }) => figure === "activeSeats");
    expect(isCounted).toBe(entry.shelf === "keys/active");
    return `${entry.shelf} ${entry.row?.code}`;
  };
  expect(shelf({})).toBe("keys/active VALID");
  expect(shelf({ active: false })).toBe("keys/inactive INACTIVE");
  expect(shelf({ revocations: ["refund"] })).toBe("keys/inactive REVOKED");
  expect(shelf({ suspensions: ["dispute"] })).toBe("keys/inactive SUSPENDED");
  expect(shelf({}, new Date("2026-12-01T00:00:00.000Z"))).toBe("keys/inactive EXPIRED");
  expect(userEntry({ ...person, lastSignInAddress: "203.0.113.24" }, [], NOW).words).toContain(
    "203.0.113.24",
  );
  const entry = keyEntry(keyRow(licenseOf(manual, "l1", NOW), null, NOW), manual.entitlement, null, NOW);
  expect(entry).toMatchObject({ due: "keys", dueAt: "2026-12-01T00:00:00.000Z" });
});

const DEVICE = {
  activationId: "a1",
  fingerprint: "f",
  secretHash: "h",
  computerName: "desk",
  os: "macOS",
  appVersion: "1",
  ipAddress: null,
  activatedAt: NOW.toISOString(),
  leaseEndsAt: null,
};
