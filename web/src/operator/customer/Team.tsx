import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { getCustomer } from "#shared/customers/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { day } from "../../ui/format.ts";
import { customerHref } from "../tabs.ts";
import { Section } from "./Section.tsx";

type TeamOfCustomer = NonNullable<Output<typeof getCustomer>["team"]>;

/** The members of the customer's team. Their keys are on their own pages. */
export function Team({ team: { seats, members } }: { team: TeamOfCustomer }): ReactElement {
  const free = seats - 1 - members.length;
  return (
    <Section title={`Team, ${seats} seats`}>
      <ul className="divide-y divide-line">
        {members.map(({ id, email, state, invited_at, user_id }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2.5 py-2">
            <span className="min-w-0 font-medium break-all">
              {user_id === null ? (
                email
              ) : (
                <Link to={customerHref(user_id)} className="underline">
                  {email}
                </Link>
              )}
            </span>
            <span className="text-quiet">{state}</span>
            <span className="ml-auto text-xs text-quiet">invited {day(invited_at)}</span>
          </li>
        ))}
        <li className="py-2 text-quiet">{free === 1 ? "1 unused seat" : `${free} unused seats`}</li>
      </ul>
    </Section>
  );
}
