import { expect, test } from "vitest";
import { manualGrant } from "../../../../functions/grants/grantRules.ts";
import { earlierActivations } from "../../../../functions/licenses/desk/keyRowRules.ts";
import { auditedKey, endOf, readKeyRow } from "../../../../functions/licenses/desk/rules.ts";

test("an audit row contains no computer name and no metadata values", () => {
  const extras = { features: ["voices"], coveredVersion: null, coveredUntil: null };
  const device = { ...computer("mac"), computerName: "Ada's laptop", leaseEndsAt: null };
  const license = { ...LICENSE, device, extras: { ...extras, metadata: { invoiceTo: "Ada" } } };
  const audited = auditedKey(license);
  expect(audited).toMatchObject({ inUse: true, extras: { ...extras, metadata: ["invoiceTo"] } });
  expect(JSON.stringify(audited)).not.toContain("Ada");
  expect(auditedKey({ ...license, device: null, extras: null })).toMatchObject({
    inUse: false,
    extras: null,
  });
});

import { computer, LICENSE } from "../license.ts";

test.each([
  ["monthly", "2026-01-31T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
  ["monthly", "2026-11-20T10:00:00.000Z", "2026-12-20T10:00:00.000Z"],
  ["yearly", "2028-02-29T10:00:00.000Z", "2029-02-28T10:00:00.000Z"],
  ["lifetime", "2026-11-20T10:00:00.000Z", null],
] as const)("a %s key from %s ends at %s", (duration, from, end) => {
  expect(endOf(duration, new Date(from))).toBe(end);
});

test("swaps from another day do not count today", () => {
  const row = { swapDay: "2026-11-20", swap_count_today: 2 };
  expect(readKeyRow(row, new Date("2026-11-20T23:59:00Z")).swap_count_today).toBe(2);
  expect(readKeyRow(row, new Date("2026-11-21T00:00:00Z")).swap_count_today).toBe(0);
});

test("a row shows the key's state at the time of reading", () => {
  const end = "2026-12-01T00:00:00.000Z";
  const { entitlement } = manualGrant(
    { userId: "u1", suspended: false },
    "m",
    "K",
    end,
    new Date("2026-11-01"),
  );
  const codeAt = (at: string, change = {}) =>
    readKeyRow({ code: "VALID", entitlement: { ...entitlement, ...change } }, new Date(at)).code;
  expect(codeAt("2026-11-30T00:00:00.000Z")).toBe("VALID");
  expect(codeAt(end)).toBe("EXPIRED");
  expect(codeAt("2026-11-30T00:00:00.000Z", { revocations: ["refund"] })).toBe("REVOKED");
  expect(codeAt("2026-11-30T00:00:00.000Z", { suspensions: ["dispute"] })).toBe("SUSPENDED");
  // Older rows have no entitlement.
  expect(readKeyRow({ is_active: false }, new Date(end)).code).toBe("INACTIVE");
});

test("a key lists when its earlier computers were activated, without the current computer", () => {
  const [first, second] = ["2026-11-01T10:00:00.000Z", "2026-11-03T10:00:00.000Z"] as const;
  const visits = [
    { fingerprint: "one", at: first },
    { fingerprint: "two", at: second },
  ];
  const device = { ...computer("two"), activatedAt: second, leaseEndsAt: null };
  expect(earlierActivations({ ...LICENSE, visits, device })).toEqual([first]);
  expect(earlierActivations({ ...LICENSE, visits, device: null })).toEqual([first, second]);
});
