import type { FormEvent, ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import { BASE_PLAN, CATALOG, type OptionalPlan } from "#shared/catalog/catalog.ts";
import { Button } from "../../ui/Button.tsx";
import { withParam } from "../kit/address.ts";
import { DateInput, FilterChips } from "../kit/Filters.tsx";
import { chosenDays, DEFAULT_PERIOD, PERIODS, type Span } from "./span.ts";

type PeriodPickerProps = {
  span: Span;
  today: string;
  /** Optional plans with at least one payment. */
  plans: readonly OptionalPlan[];
};

export function PeriodPicker({ span, today, plans }: PeriodPickerProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const choose = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = ["from", "to"].map((name) => String(form.get(name) ?? ""));
    const [from = "", to = ""] = days.sort();
    setParams(withParam(withParam(withParam(params, "period", null), "from", from), "to", to));
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <FilterChips
        name="period"
        label="Period"
        all={DEFAULT_PERIOD}
        choices={PERIODS}
        replaces={["from", "to"]}
        unmarked={chosenDays(params) !== null}
      />
      <form key={`${span.from} ${span.to}`} onSubmit={choose} className="flex flex-wrap items-center gap-2">
        <DateInput name="from" aria-label="First day" required max={today} defaultValue={span.from} />
        <span aria-hidden="true" className="text-quiet">
          –
        </span>
        <DateInput name="to" aria-label="Last day" required max={today} defaultValue={span.to} />
        <Button type="submit" size="small" changes={false}>
          Show
        </Button>
      </form>
      <FilterChips
        name="plan"
        label="Plan"
        all="All plans"
        choices={[BASE_PLAN, ...plans, "lifetime" as const].map((plan) => ({
          value: plan,
          label: CATALOG[plan].label,
        }))}
      />
      <FilterChips
        name="channel"
        label="Channel"
        all="All channels"
        choices={[
          { value: "direct", label: "Direct" },
          { value: "affiliate", label: "Affiliates" },
        ]}
      />
    </div>
  );
}
