import type { Seat } from "#shared/licenses/seat.ts";
import { atTime } from "../../ui/format.ts";

/** Says until when the seat's current and former computers can work offline; empty if none can. */
export const worksOffline = ({ offline_until: end }: Seat, who: string): string =>
  end !== null && Date.parse(end) > Date.now()
    ? `${who} can work offline until ${atTime(end)} at the latest.`
    : "";
