import type { SeatTrial } from "#shared/licenses/trial.ts";
import { deadline } from "../../ui/format.ts";

export function trialWords({ state, days, ends_at }: SeatTrial): string {
  switch (state) {
    case "waiting":
      return `trial of ${days} ${days === 1 ? "day" : "days"} not begun`;
    case "running":
      return `trial until ${deadline(ends_at ?? "")}`;
    case "refused":
      return "trial refused: the computer has had one";
    default:
      return `trial ended ${deadline(ends_at ?? "")}`;
  }
}
