import { DAY } from "#shared/instant.ts";
import type { StackFile } from "../stackFile.ts";
import { putRows } from "./rows.ts";

const OFFERED_UNITS = 25;
const OFFER_LASTS = 30 * DAY;

/** Writes the promotions feature's row directly, as if an operator had switched the offer on. */
export function openOffer(stack: StackFile): Promise<void> {
  const offer = {
    pk: "promotion",
    sk: "lifetime",
    enabled: true,
    heroText: "",
    subtitle: "",
    endAt: new Date(Date.now() + OFFER_LASTS).toISOString(),
    total: OFFERED_UNITS,
    sold: 0,
    reserved: 0,
    left: OFFERED_UNITS,
    version: 1,
  };
  return putRows(stack, "Promotions", [offer]);
}
