import { clock } from "../determinism.ts";
import type { HandedOut } from "../people.ts";
import type { Invariant, Settled } from "./invariant.ts";

const MAX_LIVE_LEASES = 3;
const MAX_LONG_LEASES = 2;
const SHORT = 10 * 60_000;

/** One seat is one computer: at most three hold a running lease of one key, and one of them for ten minutes at most. */
export const fewLeasesASeat: Invariant = ({ people }: Settled) => {
  people.leases = people.leases.filter(({ endsAt }) => endsAt > clock.now());
  const long = people.leases.filter(({ issuedAt, endsAt }) => endsAt - issuedAt > SHORT);
  return [
    ...tooMany(people.leases, MAX_LIVE_LEASES, "a running lease"),
    ...tooMany(long, MAX_LONG_LEASES, "a running lease of more than ten minutes"),
  ];
};

function tooMany(leases: readonly HandedOut[], most: number, what: string): string[] {
  const computers = new Map<string, Set<string>>();
  for (const { licenseKey, fingerprint } of leases)
    computers.set(licenseKey, (computers.get(licenseKey) ?? new Set()).add(fingerprint));
  return [...computers]
    .filter(([, fingerprints]) => fingerprints.size > most)
    .map(([key, { size }]) => `Few leases a seat: ${size} computers hold ${what} of ${key.slice(0, 5)}`);
}
