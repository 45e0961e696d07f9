import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Seat } from "#shared/licenses/seat.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import type { Facts } from "../standing/facts.ts";
import { runningOf } from "../standing/holdings.ts";
import { Problems } from "../standing/Problems.tsx";
import type { Problem } from "../standing/problems.ts";
import type { Standing } from "../standing/standing.ts";
import { ChangePlan } from "./ChangePlan.tsx";
import { NoSubscription } from "./NoSubscription.tsx";
import { OwnerCard, StatusCard } from "./StatusCard.tsx";

/** What concerns the money; the rest is for the overview and the seats. */
const OF_MONEY: ReadonlySet<Problem["kind"]> = new Set([
  "suspended",
  "disputed",
  "overdue",
  "paused",
  "ending",
]);

type PlanCardsProps = {
  facts: Facts;
  standing: Standing;
  /** What can be done about it, on whichever card is the last. */
  actions: ReactNode;
  /** Cancels a subscription that continues. */
  leave?: ReactNode;
  /** What is left to do without a plan. */
  rest?: ReactNode;
};

/** What the customer pays for: a lifetime license, a subscription, both, or nothing, with what is wrong above it. */
export function PlanCards({ facts, standing, actions, leave, rest }: PlanCardsProps): ReactElement {
  const { lifetime, subscription } = facts.billing;
  const running = runningOf(facts.billing);
  const isAccountSuspended = standing.problems.some(({ kind }) => kind === "suspended");
  const isSuspended = (plan: Seat["source"]): boolean =>
    isAccountSuspended ||
    (facts.seats ?? []).some(({ source, code }) => source === plan && code === "SUSPENDED");
  return (
    <>
      <Problems problems={standing.problems.filter(({ kind }) => OF_MONEY.has(kind))} />
      {lifetime && (
        <OwnerCard isSuspended={isSuspended("lifetime")}>
          <Link to={paths.seats.href()} className={buttonClass()}>
            Show my key
          </Link>
          {running === null && actions}
        </OwnerCard>
      )}
      {running !== null && (
        <StatusCard subscription={running} isSuspended={isSuspended("subscription")}>
          {actions}
          {!isSuspended("subscription") && (
            <ChangePlan
              subscription={running}
              isYearlySold={facts.billing.yearly_price_id !== undefined && !lifetime}
            />
          )}
          {leave}
        </StatusCard>
      )}
      {running === null && !lifetime && (
        <NoSubscription last={subscription} standing={standing}>
          {rest}
        </NoSubscription>
      )}
    </>
  );
}
