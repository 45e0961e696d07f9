import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { Finding, Sighting } from "#shared/security/signal.ts";
import { distanceKm, findingsOf, raise } from "../../../functions/security/rules.ts";

const NOW = Date.parse("2026-03-15T12:00:00.000Z");
const seen = (
  ago: number,
  country: string | null,
  address: string | null,
  change: Partial<Sighting> = {},
): Sighting => ({
  id: `seen ${ago} ${country} ${address}`,
  userId: "user",
  at: new Date(NOW - ago).toISOString(),
  what: "signIn",
  country,
  address,
  ...change,
});
const types = (latest: Sighting, others: Sighting[]) =>
  findingsOf(latest, [...others, latest], ["198.51.100.0/24"]).map(({ type }) => type);

describe("the check for sign-ins from many places", () => {
  const germany = seen(23 * HOUR, "DE", "203.0.113.1");
  const france = seen(12 * HOUR, "FR", "203.0.113.2");
  const spain = seen(0, "ES", "203.0.113.3");

  test("reports three countries in 24 hours", () => {
    expect(types(spain, [germany, france])).toEqual(["multiple_logins"]);
  });
  test("ignores the first country after a full day", () => {
    expect(types(spain, [{ ...germany, at: new Date(NOW - DAY).toISOString() }, france])).toEqual([]);
  });
  test("does not report again when another sign-in comes from one of the three countries", () => {
    const again = seen(-MINUTE, "ES", "203.0.113.3");
    expect(types(again, [germany, france, spain])).toEqual([]);
  });
  test("makes the same finding in any order of the sign-ins", () => {
    const of = (latest: Sighting, others: Sighting[]) =>
      findingsOf(latest, others, []).filter(({ type }) => type === "multiple_logins");
    expect(of(germany, [france, spain])).toEqual(of(spain, [germany, france]));
    expect(of(france, [spain, germany])).toEqual(of(spain, [germany, france]));
  });
  test("counts two simultaneous sign-ins from one country once", () => {
    expect(types(france, [spain, { ...spain, id: "twin" }, germany])).toEqual(["multiple_logins"]);
  });
  test("reports five networks in one country", () => {
    const from = (index: number) => seen(index * HOUR, "DE", `203.0.${index}.1`);
    expect(types(from(0), [1, 2, 3, 4].map(from))).toEqual(["multiple_logins"]);
    expect(types(from(0), [1, 2, 3].map(from))).toEqual([]);
  });
  test("ignores activations of computers", () => {
    expect(types({ ...spain, what: "activation" }, [germany, france])).toEqual([]);
  });
});

describe("the check for impossible travel", () => {
  test("reports sign-ins from Germany and Japan within an hour", () => {
    const [finding] = findingsOf(seen(0, "JP", null), [seen(HOUR, "DE", null)], []);
    expect(finding).toMatchObject({ type: "suspicious_ip", metadata: { from: "DE", to: "JP", minutes: 60 } });
  });
  test("allows sign-ins from Germany and Japan twelve hours apart", () => {
    expect(types(seen(0, "JP", null), [seen(12 * HOUR, "DE", null)])).toEqual([]);
  });
  test("makes the same finding if the sign-ins arrive in reverse order", () => {
    const [germany, japan] = [seen(HOUR, "DE", null), seen(0, "JP", null)];
    expect(findingsOf(germany, [japan], []).map(({ id }) => id)).toEqual(
      findingsOf(japan, [germany], []).map(({ id }) => id),
    );
  });
  test("compares with the previous place, not with an earlier place", () => {
    const [home, away] = [seen(12 * HOUR, "US", null), seen(HOUR, "DE", null)];
    expect(types(seen(0, "US", null), [home, away])).toEqual(["suspicious_ip"]);
  });
  test("ignores an unknown country", () => {
    expect(types(seen(0, null, null), [seen(HOUR, "DE", null)])).toEqual([]);
    expect(types(seen(0, "T1", null), [seen(HOUR, "DE", null)])).toEqual([]);
  });
  test("uses roughly correct distances", () => {
    expect(distanceKm("DE", "JP")).toBeGreaterThan(8_500);
    expect(distanceKm("DE", "JP")).toBeLessThan(9_500);
    expect(distanceKm("US", "US")).toBe(0);
  });
});

test("an activation from a denied network is reported, but a sign-in from there is not", () => {
  expect(types(seen(0, null, "198.51.100.7", { what: "activation" }), [])).toEqual(["suspicious_ip"]);
  expect(types(seen(0, null, "198.51.100.7"), [])).toEqual([]);
  expect(types(seen(0, null, "203.0.113.7", { what: "activation" }), [])).toEqual([]);
});

describe("an alert", () => {
  const finding = (change: Partial<Finding> = {}): Finding => ({
    id: "finding",
    userId: "user",
    at: new Date(NOW).toISOString(),
    type: "key_sharing",
    description: "first",
    metadata: {},
    ...change,
  });
  const first = raise(undefined, finding(), "alert");

  test("opens with the first finding", () => {
    expect(first).toMatchObject({ id: "alert", severity: "high", count: 1, state: "open", version: 1 });
  });
  test("counts its findings, and becomes critical with the second finding of a shared key", () => {
    const at = new Date(NOW + HOUR).toISOString();
    expect(raise(first, finding({ at, description: "second" }), "other")).toMatchObject({
      id: "alert",
      severity: "critical",
      count: 2,
      description: "second",
      createdAt: first.createdAt,
      lastSeenAt: at,
      version: 2,
    });
  });
  test("keeps its latest description when a finding arrives late", () => {
    const late = raise(
      first,
      finding({ at: new Date(NOW - HOUR).toISOString(), description: "late" }),
      "other",
    );
    expect(late).toMatchObject({ count: 2, description: "first", lastSeenAt: first.lastSeenAt });
  });
  test("never falls in severity", () => {
    const grave = {
      ...raise(undefined, finding({ type: "rapid_swaps" }), "alert"),
      severity: "high" as const,
    };
    expect(raise(grave, finding({ type: "rapid_swaps" }), "other").severity).toBe("high");
  });
});
