import type { Grant } from "#shared/grants/grant.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import { memberSeats, type Team } from "./rules.ts";

const unnamed = (leases: readonly RunningLease[], now: Date): RunningLease[] =>
  leases
    .filter(({ endsAt }) => Date.parse(endsAt) > now.getTime())
    .map(({ endsAt, isFull }) => ({ fingerprint: "", endsAt, isFull }));

const stillRunning = (vacated: Team["vacated"], now: Date): Team["vacated"] =>
  vacated.map((leases) => unnamed(leases, now)).filter(({ length }) => length > 0);

/** @param left the leases of seats that lost their member. They still run, so the next member gets fewer leases */
export const vacate = (
  { vacated }: Pick<Team, "vacated">,
  left: Team["vacated"],
  now: Date,
): Team["vacated"] => stillRunning([...vacated, ...left], now);

/**
 * The seat for the next member: an unused seat, or else the one with the fewest running leases. So inviting one person
 * after another does not let more computers run.
 */
export function takeSeat(
  { members, vacated }: Pick<Team, "members" | "vacated">,
  owner: Grant,
  now: Date,
): { leases: RunningLease[]; vacated: Team["vacated"] } {
  const running = stillRunning(vacated, now);
  const had = members.filter(({ userId }) => userId !== null).length + running.length;
  if (had < memberSeats(owner)) return { leases: [], vacated: running };
  const [leases = [], ...others] = running.toSorted((a, b) => a.length - b.length);
  return { leases, vacated: others };
}
