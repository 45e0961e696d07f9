import type { Seat } from "#shared/licenses/seat.ts";
import { atTime } from "../../ui/format.ts";

/** How long a computer that has the seat, or had it, works without asking; empty where it does not. */
export function worksOffline({ lease_ends_at, offline }: Seat, who: string): string {
  const ends = [lease_ends_at ?? "", ...offline.map(({ until }) => until)].sort().at(-1) ?? "";
  return Date.parse(ends) > Date.now() ? `${who} can work offline until ${atTime(ends)} at the latest.` : "";
}
