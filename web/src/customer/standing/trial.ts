import type { Seat } from "#shared/licenses/seat.ts";
import { deadline, inDays } from "../../ui/format.ts";

/** What a working key's trial means for its owner; null for a key without a trial. */
export function trialLine({ trial }: Seat): string | null {
  if (!trial) return null;
  const { state, days, ends_at } = trial;
  switch (state) {
    case "waiting":
      return `Free trial: every feature for ${inDays(days)}, from the moment you activate a computer. No card, no charge.`;
    case "running":
      return `Free trial: every feature until ${deadline(ends_at ?? "")}. Then the same key continues with the free features. Nothing is charged.`;
    case "refused":
      return `The computer on this seat has had a free trial before, so the key has only the free features there. On another computer, ${ends_at === null ? `you get every feature for ${inDays(days)}` : `every feature works until ${deadline(ends_at)}`}.`;
    default:
      return `The free trial ended on ${deadline(ends_at ?? "")}. The key continues with the free features.`;
  }
}
