import type { ReactElement } from "react";
import { Link, type LoaderFunctionArgs } from "react-router-dom";
import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import { getCustomer } from "#shared/customers/operator.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { day, moment } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { AffiliatePart } from "../affiliates/AffiliatePart.tsx";
import { type AffiliateView, needsOf, readAffiliate } from "../affiliates/readAffiliate.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { Id } from "../kit/Id.tsx";
import { Menu } from "../kit/Menu.tsx";
import { NotShown } from "../kit/NotShown.tsx";
import { read, useLoaded } from "../kit/read.ts";
import { Facts } from "../kit/SidePanel.tsx";
import { AFFILIATE_PART, customerHref, hrefOf } from "../tabs.ts";
import { Membership } from "../users/columns.tsx";
import { PasswordReset, UserActions } from "../users/UserActions.tsx";
import { userFacts } from "../users/UserPanel.tsx";
import { AtStripe } from "./AtStripe.tsx";
import { CustomerData } from "./CustomerData.tsx";
import { CustomerTools, EmailDialog } from "./CustomerTools.tsx";
import { Grants } from "./Grants.tsx";
import { Keys } from "./Keys.tsx";
import { MailStopped } from "./MailStopped.tsx";
import { Payments } from "./Payments.tsx";
import { Section } from "./Section.tsx";
import { Timeline } from "./Timeline.tsx";
import { VerdictBar } from "./VerdictBar.tsx";
import type { Customer } from "./verdict.ts";

export async function loader({ request: { signal }, params }: LoaderFunctionArgs) {
  const userId = params.userId ?? "";
  const [customer, affiliate] = await Promise.all([
    read(() => call(getCustomer, { userId }, { signal })),
    read(() => readAffiliate(userId, signal)),
  ]);
  return { customer, affiliate };
}

/** A customer and, below, the same person as an affiliate. A deleted account leaves only the affiliate. */
export function Component(): ReactElement {
  const { customer, affiliate } = useLoaded<typeof loader>();
  const isDeleted = affiliate.value?.row.email === NO_ADDRESS;
  return (
    <div className="space-y-4">
      {customer.value !== null ? (
        <CustomerPart value={customer.value} affiliate={affiliate.value} />
      ) : isDeleted ? (
        <Banner tone="neutral" title="Deleted account">
          The commissions and payouts stay.
        </Banner>
      ) : (
        <NotShown what="This customer" failure={customer.failure} />
      )}
      {affiliate.failure !== null && customer.value !== null && (
        <NotShown what="The affiliate" failure={affiliate.failure} />
      )}
      {affiliate.value !== null && <AffiliatePart affiliate={affiliate.value} />}
    </div>
  );
}

type CustomerPartProps = { value: Customer; affiliate: AffiliateView | null };

function CustomerPart({ value, affiliate }: CustomerPartProps): ReactElement {
  const { account } = value;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-lg wrap-anywhere">{account.email}</h2>
        <Membership user={account} />
        {affiliate !== null && (
          <ButtonLink to={`#${AFFILIATE_PART}`} variant="quiet">
            Affiliate
            <Icon name="chevronDown" className="size-4" />
          </ButtonLink>
        )}
        {!account.email_confirmed && <Chip tone="warn">address not confirmed</Chip>}
        <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
          <CustomerTools user={account} grants={value.grants} />
          <UserActions user={account} />
          <Menu>
            <DialogButton
              changes
              label="Change email"
              dialog={(close) => <EmailDialog userId={account.id} email={account.email} onClose={close} />}
            />
            <PasswordReset user={account} />
            <ButtonLink to={`${hrefOf("audit")}?user=${encodeURIComponent(account.id)}`}>Audit</ButtonLink>
            <CustomerData userId={account.id} email={account.email} />
          </Menu>
        </div>
      </div>
      {account.mail_stop !== null && (
        <MailStopped userId={account.id} email={account.email} stop={account.mail_stop} />
      )}
      <VerdictBar
        userId={account.id}
        situation={affiliate === null ? value : { ...value, affiliate: needsOf(affiliate) }}
      />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className="space-y-4">
          <Keys keys={value.keys} />
          <Grants grants={value.grants} />
          {value.team !== undefined && <Team team={value.team} />}
          <Section title="Account">
            <Facts
              facts={[
                ...userFacts(account),
                {
                  name: "Agreed",
                  value:
                    account.agreement &&
                    `${moment(account.agreement.at)}: the terms of ${account.agreement.terms} and the privacy policy of ${account.agreement.privacy}`,
                },
                {
                  name: "Stripe",
                  value: account.stripe_customer_id && (
                    <span className="flex flex-wrap items-baseline gap-x-3">
                      <Id>{account.stripe_customer_id}</Id>
                      <AtStripe path={`customers/${account.stripe_customer_id}`} livemode={value.livemode} />
                    </span>
                  ),
                },
              ]}
            />
          </Section>
        </div>
        <div className="space-y-4">
          <Payments payments={value.payments} userId={account.id} email={account.email} />
          <Timeline customer={value} />
        </div>
      </div>
    </>
  );
}

/** The members of the customer's team. Their keys are on their own pages. */
function Team({ team: { seats, members } }: { team: NonNullable<Customer["team"]> }): ReactElement {
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
