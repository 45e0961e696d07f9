import { clock } from "../determinism.ts";
import type { HandedOut } from "../people.ts";
import type { Invariant, Settled } from "./invariant.ts";

const MAX_LIVE_LEASES = 3;
const MAX_LONG_LEASES = 2;
const SHORT = 10 * 60_000;

/**
 * At any moment, at most three computers have a running lease of one seat, and at most two of them have a lease of more
 * than ten minutes. The check looks at the moments in which a lease was issued.
 */
export const fewLeasesASeat: Invariant = ({ people }: Settled) => {
  const { leases } = people;
  const long = leases.filter(({ issuedAt, endsAt }) => endsAt - issuedAt > SHORT);
  people.leases = leases.filter(({ endsAt }) => endsAt > clock.now());
  return [
    ...tooMany(leases, MAX_LIVE_LEASES, "a running lease"),
    ...tooMany(long, MAX_LONG_LEASES, "a running lease of more than ten minutes"),
  ];
};

function tooMany(leases: readonly HandedOut[], most: number, what: string): string[] {
  const seats = Map.groupBy(leases, ({ seat }) => seat);
  return [...seats].flatMap(([seat, own]) => {
    const atOnce = Math.max(...own.map(({ issuedAt }) => computersAt(own, issuedAt)));
    return atOnce > most
      ? [`Few leases per seat: ${atOnce} computers hold ${what} of seat ${seat.slice(0, 8)}`]
      : [];
  });
}

/** Number of computers with a running lease at that moment. */
const computersAt = (leases: readonly HandedOut[], moment: number): number =>
  new Set(
    leases
      .filter(({ issuedAt, endsAt }) => issuedAt <= moment && endsAt > moment)
      .map(({ fingerprint }) => fingerprint),
  ).size;
