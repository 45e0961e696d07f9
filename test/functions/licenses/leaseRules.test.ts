import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import { PAST_DUE_GRACE } from "#shared/licenses/standing.ts";
import { grantLease, leaseClaims, leaseEnd } from "../../../functions/licenses/leaseRules.ts";
import { computer, entitled, LICENSE, later, NOW } from "./license.ts";

const since = (milliseconds: number) => new Date(NOW.getTime() - milliseconds).toISOString();
const length = (change: Parameters<typeof entitled>[0], here: number) =>
  leaseEnd(entitled(change).entitlement, since(here), NOW).getTime() - NOW.getTime();

describe("a lease is as long as its computer has already had the seat, but at least a day and at most a week", () => {
  test.each([
    ["no time", 0, DAY],
    ["23 hours", 23 * HOUR, DAY],
    ["three days", 3 * DAY, 3 * DAY],
    ["a year", 365 * DAY, 7 * DAY],
  ])("after %s", (_name, here, expected) => {
    expect(length({}, here)).toBe(expected);
  });
});

describe("a lease never outlives", () => {
  test("the key's fixed end", () => {
    expect(length({ expiresAt: later(2 * HOUR).toISOString() }, 365 * DAY)).toBe(2 * HOUR);
  });
  test("the paid period with its grace", () => {
    expect(length({ leaseLimit: later(5 * HOUR).toISOString() }, 365 * DAY)).toBe(5 * HOUR);
  });
  test("the grace for an overdue payment", () => {
    expect(length({ pastDueSince: since(PAST_DUE_GRACE - HOUR) }, 365 * DAY)).toBe(HOUR);
  });
  test("the nearest limit", () => {
    expect(length({ leaseLimit: later(30 * DAY).toISOString() }, 0)).toBe(DAY);
  });
});

test("a lease names the seat, the computer and the tier, but not the key", () => {
  const device = { ...computer("first"), leaseEndsAt: null };
  const claims = leaseClaims(LICENSE, device, later(DAY).toISOString(), "https://example.com", NOW);
  expect(claims).toEqual({
    iss: "https://example.com",
    sub: "seat",
    activation: "activation of first",
    fingerprint: "first",
    tier: "free",
    entitlements: { features: [], coveredVersion: null, coveredUntil: null, metadata: {} },
    iat: NOW.getTime() / 1000,
    exp: (NOW.getTime() + DAY) / 1000,
  });
});

describe("with running leases on one seat", () => {
  const lease = (fingerprint: string, milliseconds: number, isFull = true) => ({
    fingerprint,
    endsAt: later(milliseconds).toISOString(),
    isFull,
  });
  const grant = (leases: RunningLease[], fingerprint = "new") =>
    grantLease(
      { ...LICENSE, leases },
      { activationId: "", fingerprint, activatedAt: NOW.toISOString() },
      NOW,
    );
  const two = [lease("first", 3 * DAY), lease("second", DAY)];

  test("the second computer's lease has its full length", () => {
    expect(grant([lease("first", DAY)]).leaseEndsAt).toBe(later(DAY).toISOString());
  });
  test("the third computer's lease lasts ten minutes", () => {
    expect(grant(two).leaseEndsAt).toBe(later(10 * MINUTE).toISOString());
  });
  test("the third computer's lease has its full length once another lease has ended", () => {
    expect(grant([lease("first", DAY), lease("second", 0)]).leaseEndsAt).toBe(later(DAY).toISOString());
  });
  test("the fourth computer is refused until one of the three leases ends, and learns when", () => {
    const third = lease("third", 4 * MINUTE, false);
    expect(() => grant([...two, third])).toThrow(
      expect.objectContaining({
        code: "SEAT_BUSY",
        message: expect.stringContaining("in 4 minutes"),
        details: { retry_at: third.endsAt, retry_after_seconds: 240 },
      }),
    );
  });
  test("a returning computer continues its own lease", () => {
    const { leaseEndsAt, leases } = grant([...two, lease("third", 4 * MINUTE, false)], "first");
    expect(leaseEndsAt).toBe(later(DAY).toISOString());
    expect(leases).toHaveLength(3);
    expect(leases).toContainEqual(lease("first", 3 * DAY));
  });
  const machine = (disk: string, network: string, install: string) =>
    `fp2.${[`bboard`, `ccpu`, `d${disk}`, `n${network}`, `i${install}`].map((part) => part.padEnd(17, "_")).join(".")}`;
  const [first, second, third, fourth] = [
    machine("1", "1", "1"),
    machine("2", "1", "1"),
    machine("2", "2", "1"),
    machine("2", "2", "2"),
  ];
  test("a computer with replaced parts continues its own lease, which keeps the earlier fingerprints", () => {
    const { leases } = grant([{ ...lease(third, DAY), earlier: [second] }, lease("other", DAY)], fourth);
    expect(leases).toEqual([lease("other", DAY), { ...lease(fourth, DAY), earlier: [third, second] }]);
  });
  test("a computer that does not resemble the oldest of a lease's fingerprints counts as another computer", () => {
    const { leases } = grant([{ ...lease(third, DAY), earlier: [second, first] }], fourth);
    expect(leases.map(({ fingerprint }) => fingerprint)).toEqual([third, fourth]);
  });
  test("a computer that returns with its old parts continues its own lease", () => {
    const { leases } = grant([{ ...lease(second, 3 * DAY), earlier: [first] }], first);
    expect(leases).toEqual([{ ...lease(first, 3 * DAY), earlier: [second] }]);
  });
  test("a computer whose parts have changed eight times counts as another computer after the next change", () => {
    const prints = Array.from({ length: 9 }, (_, index) => machine(String(index), "1", "1"));
    const [latest = "", ...earlier] = prints;
    expect(grant([{ ...lease(latest, DAY), earlier }], machine("9", "1", "1")).leases).toHaveLength(2);
    expect(grant([{ ...lease(latest, DAY), earlier }], machine("8", "1", "1")).leases).toHaveLength(1);
  });
});
