import type { ReactElement } from "react";
import type { SignInRequest } from "#shared/licenses/signIn.ts";
import { cx } from "../../ui/cx.ts";

type Choice = SignInRequest["choices"][number];
type SeatChoicesProps = {
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (keyId: string) => void;
};

const TIERS: Record<Choice["tier"], string> = { pro: "Pro", free: "Free" };

export function SeatChoices({ choices, chosen, onChoose }: SeatChoicesProps): ReactElement {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Seat</legend>
      <div className="space-y-2">
        {choices.map((choice) => (
          <label
            key={choice.keyId}
            className={cx(
              "flex cursor-pointer gap-3 rounded-card border bg-surface p-3.5 text-sm has-[:disabled]:cursor-not-allowed",
              choice.keyId === chosen ? "border-ink" : "border-line",
            )}
          >
            <input
              type="radio"
              name="seat"
              className="mt-1 shrink-0 self-start accent-signal"
              checked={choice.keyId === chosen}
              disabled={choice.problem !== null}
              onChange={() => onChoose(choice.keyId)}
            />
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">
                {choice.name ?? `License key ending in ${choice.key.slice(-5)}`} · {TIERS[choice.tier]}
              </span>
              <span className="block text-quiet">{wordsOf(choice)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function wordsOf({ problem, replaces, swaps_left }: Choice): string {
  if (problem !== null) return `${problem.sentence} ${problem.fix}`;
  if (replaces === null) return "No other computer uses this seat.";
  return `“${replaces}” loses this seat. Uses 1 of ${swaps_left} ${swaps_left === 1 ? "swap" : "swaps"} left today.`;
}
