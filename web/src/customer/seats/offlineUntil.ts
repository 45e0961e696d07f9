import { atTime } from "../../ui/format.ts";
import { serverNow } from "../../ui/serverClock.ts";

export const worksOffline = (end: string | null, who: string): string =>
  isAhead(end) ? `${who} can work offline until ${atTime(end)} at the latest.` : "";

export const isAhead = (time: string | null): time is string =>
  time !== null && Date.parse(time) > serverNow().getTime();
