import type { ReactElement } from "react";
import { type Product, perPeriod } from "#shared/catalog/catalog.ts";
import { cx } from "../../ui/cx.ts";
import { money } from "../../ui/format.ts";

type PlanChooserProps = { plans: readonly Product[]; chosen: Product; onChoose: (product: Product) => void };

export function PlanChooser({ plans, chosen, onChoose }: PlanChooserProps): ReactElement {
  return (
    <fieldset className="mt-8">
      <legend className="text-base font-semibold">Choose your plan</legend>
      <div className={cx("mt-3 grid gap-3", plans.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2")}>
        {plans.map((plan) => (
          <label
            key={plan.id}
            className="relative flex gap-3 rounded-card border border-edge bg-surface p-4 transition-colors hover:border-ink has-checked:border-signal has-checked:bg-signal-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name="plan"
              value={plan.id}
              checked={plan.id === chosen.id}
              onChange={() => onChoose(plan)}
              className="mt-1 size-4 accent-signal outline-none"
            />
            <span className="min-w-0 text-sm">
              <span className="block font-medium">{plan.label}</span>
              <span className="figures block text-quiet">
                {money(plan.price)} {perPeriod(plan)}
              </span>
              {plan.months !== null && plan.months > 1 && (
                <span className="figures block text-good-ink">
                  Saves {money(plan.originalPrice - plan.price)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
