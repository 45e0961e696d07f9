import type { ReactElement } from "react";
import { perPeriod } from "#shared/catalog/catalog.ts";
import { cx } from "../../../ui/cx.ts";
import { money } from "../../../ui/format.ts";
import type { Order } from "../order.ts";

export function PlanChooser({ order }: { order: Order }): ReactElement | null {
  const { choosable, plans } = order.data;
  if (!choosable || plans.length < 2) return null;
  return (
    <fieldset className="mt-6">
      <legend className="text-base font-semibold">Choose your plan</legend>
      <div
        className={cx(
          "mt-3 grid grid-cols-1 gap-2 sm:gap-3",
          plans.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2",
        )}
      >
        {plans.map((plan) => (
          <label
            key={plan.id}
            className="relative flex gap-3 rounded-card border border-edge bg-surface px-4 py-2.5 transition-colors hover:border-ink has-checked:border-signal has-checked:bg-signal-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name="plan"
              value={plan.id}
              checked={plan.id === order.product.id}
              onChange={() => order.choosePlan(plan)}
              className="mt-0.5 size-4 shrink-0 accent-signal outline-none"
            />
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 text-sm sm:block">
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
