import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { GrantView } from "#shared/customers/userRow.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { atTime, day, words } from "../../ui/format.ts";
import { KeyState } from "../keys/columns.tsx";
import { customerHref } from "../tabs.ts";
import { Section } from "./Section.tsx";

/** The customer's licenses, best first. The first license decides what the customer may use. */
export function Grants({ grants }: { grants: readonly GrantView[] }): ReactElement {
  return (
    <Section title="Licenses" empty={grants.length === 0 && "No licenses."}>
      <ul className="divide-y divide-line">
        {grants.map((grant) => (
          <li key={grant.id} className="py-2">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-medium">{grant.source}</span>
              {grant.tier !== grant.source && <span className="text-quiet">{grant.tier}</span>}
              <span className="ml-auto">
                <KeyState code={grant.code} />
              </span>
            </p>
            <p className="mt-0.5 text-xs text-quiet">
              {why(grant)}
              {grant.team_owner !== undefined && (
                <>
                  {" · "}
                  <Link to={customerHref(grant.team_owner)} className="underline">
                    paid by another customer
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const BECAUSE: Readonly<Record<GrantView["reasons"][number], string>> = {
  refund: "it was refunded",
  dispute: "a bank disputed its payment",
  payment: "a payment is due",
  account: "the account is suspended",
  owner: "the team buyer's account is suspended or their key is switched off",
};

/** Stripe charges no further renewal. */
const STOPPED: ReadonlySet<string | null> = new Set(["canceled", "unpaid"]);

function why(grant: GrantView): string {
  const parts = [
    grant.reasons.length > 0 && `because ${grant.reasons.map((reason) => BECAUSE[reason]).join(" and ")}`,
    grant.warning !== null && words(grant.warning.toLowerCase()),
    grant.subscription_status !== null && `subscription ${words(grant.subscription_status)}`,
    grant.plan !== undefined && `${grant.plan} plan`,
    grant.quantity !== undefined && `${grant.quantity} seats`,
    grant.next_plan !== undefined &&
      `changes to ${grant.next_plan.plan} ${atTime(fromEpochSeconds(grant.next_plan.at))}`,
    grant.ends_at !== null
      ? `ends ${atTime(fromEpochSeconds(grant.ends_at))}`
      : grant.current_period_end !== null &&
        !STOPPED.has(grant.subscription_status) &&
        `renews ${atTime(fromEpochSeconds(grant.current_period_end))}`,
    grant.left_because !== undefined && `canceled because: ${words(grant.left_because)}`,
    grant.expires_at !== null && `until ${atTime(grant.expires_at)}`,
    `since ${day(grant.created_at)}`,
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
