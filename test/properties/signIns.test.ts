import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import type { Sighting } from "#shared/security/signal.ts";
import { findingsOf } from "../../functions/security/rules.ts";

const COUNTRIES = ["AT", "BE", "CH", "DE", "FR", null];
const ADDRESSES = [1, 2, 3, 4, 5, 6].map((index) => `203.0.${index}.1`);
const START = Date.parse("2026-03-15T00:00:00.000Z");

type SignIn = { hour: number; country: string | null; address: string | null };

const sightingOf = ({ hour, country, address }: SignIn, index: number): Sighting => ({
  id: `sign-in ${index}`,
  userId: "user",
  at: new Date(START + hour * HOUR).toISOString(),
  what: "signIn",
  country,
  address,
});

const hour = fc.integer({ min: 0, max: 60 });
const anywhere = fc.record({
  hour,
  country: fc.constantFrom(...COUNTRIES),
  address: fc.constantFrom(...ADDRESSES, null),
});

/** Sign-ins ordered by time, and the same sign-ins in the order in which their messages arrive. */
const told = (signIns: fc.Arbitrary<SignIn[]>) =>
  signIns
    .map((all) => all.toSorted((one, other) => one.hour - other.hour).map(sightingOf))
    .chain((all) =>
      fc.record({
        inTime: fc.constant(all),
        asTheyCome: fc.shuffledSubarray(all, { minLength: all.length }),
      }),
    );

/** @returns the ids of findings when the sign-ins are handled in this order */
function countedIn(order: Sighting[]): Set<string> {
  const counted = new Set<string>();
  for (const [index, sighting] of order.entries()) {
    const known = order
      .slice(0, index + 1)
      .filter(({ at }) => Math.abs(Date.parse(at) - Date.parse(sighting.at)) <= DAY);
    for (const { id, type } of findingsOf(sighting, known, []))
      if (type === "multiple_logins") counted.add(id);
  }
  return counted;
}

test("sign-ins from different places count the same in any order of messages", () => {
  const apart = fc.array(hour, { maxLength: 5 }).map((hours) =>
    hours.map((hour, index) => ({
      hour,
      country: COUNTRIES[index] ?? null,
      address: ADDRESSES[index] ?? null,
    })),
  );
  fc.assert(
    fc.property(told(apart), ({ inTime, asTheyCome }) => {
      expect(countedIn(asTheyCome)).toEqual(countedIn(inTime));
    }),
  );
});

test("any order of messages raises the alert that the chronological order raises, and misses no finding", () => {
  fc.assert(
    fc.property(told(fc.array(anywhere, { maxLength: 10 })), ({ inTime, asTheyCome }) => {
      const [counted, expected] = [countedIn(asTheyCome), countedIn(inTime)];
      // Another order may find more: two sign-ins from one place both look new if the later sign-in arrives first.
      expect([...counted]).toEqual(expect.arrayContaining([...expected]));
      expect(counted.size > 0).toBe(expected.size > 0);
    }),
  );
});
