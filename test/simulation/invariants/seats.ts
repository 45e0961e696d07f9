import { clock } from "../determinism.ts";
import type { Invariant, Settled } from "./invariant.ts";

const MAX_LIVE_LEASES = 3;

/** One seat is one computer: at most three computers hold a running lease of one key. */
export const fewLeasesASeat: Invariant = ({ people }: Settled) => {
  people.leases = people.leases.filter(({ endsAt }) => endsAt > clock.now());
  const computers = new Map<string, Set<string>>();
  for (const { licenseKey, fingerprint } of people.leases)
    computers.set(licenseKey, (computers.get(licenseKey) ?? new Set()).add(fingerprint));
  return [...computers]
    .filter(([, fingerprints]) => fingerprints.size > MAX_LIVE_LEASES)
    .map(
      ([key, { size }]) => `Few leases a seat: ${size} computers hold a running lease of ${key.slice(0, 5)}`,
    );
};
