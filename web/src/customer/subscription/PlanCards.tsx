import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import type { Facts } from "../standing/facts.ts";
import { runningOf } from "../standing/holdings.ts";
import { Problems } from "../standing/Problems.tsx";
import { FOR_GOOD, NAMES, OWNED, type Plan, stateOfCode } from "../standing/plan.ts";
import { keyOf, type Problem } from "../standing/problems.ts";
import type { Standing } from "../standing/standing.ts";
import { ChangePlan } from "./ChangePlan.tsx";
import { NoSubscription } from "./NoSubscription.tsx";
import { OwnedCard, StatusCard } from "./StatusCard.tsx";

/** Problems that concern money. Other pages show the rest. */
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
  /** On the subscription's card, or else on the lifetime license's. */
  actions: ReactNode;
  leave?: ReactNode;
  rest?: ReactNode;
};

export function PlanCards({ facts, standing, actions, leave, rest }: PlanCardsProps): ReactElement {
  const { lifetime } = facts.billing;
  const running = runningOf(facts.billing);
  const isAccountSuspended = standing.problems.some(({ kind }) => kind === "suspended");
  const holdOn = (plan: "lifetime" | "subscription"): Plan["state"] | null => {
    const code = isAccountSuspended ? "SUSPENDED" : keyOf(plan, facts)?.code;
    return code === "SUSPENDED" || code === "INACTIVE" ? stateOfCode(code) : null;
  };
  const source = standing.plan?.seat?.source;
  const member = source === "team" && standing.plan?.seat?.code === "VALID" ? standing.plan : null;
  const isShown = ({ kind }: Problem): boolean =>
    kind === "inactive" ? source === "lifetime" || source === "subscription" : OF_MONEY.has(kind);
  const hold = holdOn("subscription");
  return (
    <>
      <Problems problems={standing.problems.filter(isShown)} />
      {lifetime && (
        <OwnedCard name={NAMES.lifetime} state={holdOn("lifetime") ?? OWNED} line={FOR_GOOD}>
          <Link to={paths.seats.href()} className={buttonClass()}>
            Show my license key
          </Link>
          {running === null && actions}
        </OwnedCard>
      )}
      {running !== null && (
        <StatusCard subscription={running} seat={keyOf("subscription", facts)} hold={hold}>
          {actions}
          {hold === null && !lifetime && (
            <ChangePlan subscription={running} planPrices={facts.billing.plan_price_ids} />
          )}
          {leave}
        </StatusCard>
      )}
      {member !== null && (
        <OwnedCard {...member}>
          <Link to={paths.seats.href()} className={buttonClass()}>
            Show my license key
          </Link>
          {rest}
        </OwnedCard>
      )}
      {running === null && !lifetime && member === null && (
        <NoSubscription billing={facts.billing} standing={standing}>
          {rest}
        </NoSubscription>
      )}
    </>
  );
}
