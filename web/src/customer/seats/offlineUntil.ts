import type { Seat } from "#shared/licenses/seat.ts";
import { atTime } from "../../ui/format.ts";

/** Says until when a current or former computer of the seat can work offline; empty if none can. */
export function worksOffline({ lease_ends_at, offline }: Seat, who: string): string {
  const ends = [lease_ends_at ?? "", ...offline.map(({ until }) => until)].sort().at(-1) ?? "";
  return Date.parse(ends) > Date.now() ? `${who} can work offline until ${atTime(ends)} at the latest.` : "";
}
