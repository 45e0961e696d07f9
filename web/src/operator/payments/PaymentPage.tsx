import type { ReactElement } from "react";
import { type LoaderFunctionArgs, useLoaderData, useOutletContext } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { getPayment, MAX_SAME_CARD } from "#shared/insights/payment.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { day, moment, money, words } from "../../ui/format.ts";
import { AtStripe } from "../customer/AtStripe.tsx";
import { Grants } from "../customer/Grants.tsx";
import { PaymentState } from "../customer/Payments.tsx";
import { Refund } from "../customer/Refund.tsx";
import { Section } from "../customer/Section.tsx";
import { VerdictBar } from "../customer/VerdictBar.tsx";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { Id } from "../kit/Id.tsx";
import { NotShown } from "../kit/NotShown.tsx";
import { type Read, read } from "../kit/read.ts";
import { Facts } from "../kit/SidePanel.tsx";
import { TextLink } from "../kit/TextLink.tsx";
import type { Needs } from "../shell/needs.ts";
import { affiliateHref, customerHref, disputeHref, payoutHref } from "../tabs.ts";

type Found = Output<typeof getPayment>;
type Commission = NonNullable<Found["commission"]>;

export function loader({ request, params }: LoaderFunctionArgs): Promise<Read<Found>> {
  return read(() => call(getPayment, { paymentId: params.paymentId ?? "" }, { signal: request.signal }));
}

export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Found>>();
  const needs = useOutletContext<Needs | null>()?.needs ?? [];
  if (value === null) return <NotShown what="This payment" failure={failure} />;
  const { payment, customer, license, commission, method, fee, invoice } = value;
  const { currency } = payment;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="figures text-lg">{money(payment.amount_cents, currency)}</h2>
        <PaymentState payment={payment} />
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">
          <AtStripe path={`payments/${payment.id}`} livemode={value.livemode} />
          {customer !== null && (
            <>
              <ButtonLink to={customerHref(customer.id)}>Customer</ButtonLink>
              <Refund
                payment={payment}
                all={value.earlier}
                userId={customer.id}
                email={customer.email ?? "a deleted account"}
              />
            </>
          )}
        </div>
      </div>
      {customer === null ? (
        <p className="text-sm text-quiet">Stripe's data does not name the customer of this payment.</p>
      ) : (
        <VerdictBar
          userId={customer.id}
          situation={{
            account: customer,
            grants: license === null ? [] : [license],
            payments: [payment],
            events: value.events,
            asOf: value.asOf,
          }}
        />
      )}
      {needs.some(({ kind, payment_id }) => kind === "fraudWarning" && payment_id === payment.id) && (
        <Banner tone="warn" title="A card network warned that this payment may be fraud">
          Refund it in full before it becomes a dispute.
        </Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className="space-y-4">
          <Section title="Payment">
            <Facts
              facts={[
                { name: "Customer", value: customer && (customer.email ?? "account deleted") },
                { name: "Created", value: moment(payment.created_at) },
                {
                  name: "Paid by",
                  value:
                    method &&
                    [words(method.name), method.last4 && `ending in ${method.last4}`, method.country]
                      .filter(Boolean)
                      .join(", "),
                },
                ...sameCard(value),
                { name: "Tax", value: value.tax_cents === null ? null : money(value.tax_cents, currency) },
                { name: "Stripe's fee", value: fee && money(fee.cents, fee.currency) },
                { name: "Invoice", value: invoice && (invoice.number ?? "a draft") },
                ...(payment.description === null ? [] : [{ name: "For", value: payment.description }]),
              ]}
            />
          </Section>
          <Section title="IDs">
            <Facts
              facts={idsOf(value).flatMap(({ name, id }) => (id ? [{ name, value: <Id>{id}</Id> }] : []))}
            />
          </Section>
        </div>
        <div className="space-y-4">
          <Grants grants={license === null ? [] : [license]} />
          <Section
            title="Refunds and disputes"
            empty={value.refunds.length + value.disputes.length === 0 && "None."}
          >
            <ul className="divide-y divide-line">
              {value.refunds.map((part) => (
                <Line key={part.id} part={part} currency={currency} what="Refund" />
              ))}
              {value.disputes.map((part) => (
                <Line
                  key={part.id}
                  part={part}
                  currency={currency}
                  what="Dispute"
                  to={disputeHref(part.id)}
                />
              ))}
            </ul>
          </Section>
          <Section title="Commission" empty={commission === null && noCommission(value)}>
            {commission !== null && (
              <p>
                <TextLink to={affiliateHref(commission.affiliate_id)}>
                  {commission.email ?? "An affiliate whose account was deleted"}
                </TextLink>
                {earned(commission)}
                {commission.payout !== null && (
                  <TextLink to={payoutHref(commission.payout.id)}>
                    Payout: {words(commission.payout.status)}
                  </TextLink>
                )}
              </p>
            )}
          </Section>
        </div>
      </div>
    </div>
  );
}

const sameCard = ({ same_card = [] }: Found) =>
  same_card.length === 0
    ? []
    : [
        {
          name: "Same card as",
          value: (
            <span className="flex flex-wrap gap-x-3">
              {same_card.map(({ id, email }) => (
                <TextLink key={id} to={customerHref(id)}>
                  {email}
                </TextLink>
              ))}
              {same_card.length === MAX_SAME_CARD && "and perhaps more"}
            </span>
          ),
        },
      ];

const idsOf = ({ payment, customer, invoice, commission, ...ids }: Found) => [
  { name: "Payment", id: payment.id },
  { name: "Charge", id: ids.charge_id },
  { name: "Invoice", id: invoice?.id },
  { name: "Checkout", id: ids.session_id },
  { name: "Subscription", id: ids.subscription_id },
  { name: "Stripe customer", id: customer?.stripe_customer_id },
  { name: "Account", id: customer?.id },
  { name: "Payout", id: commission?.payout?.id ?? null },
];

type LineProps = { part: Found["refunds"][number]; currency: string; what: string; to?: string };

function Line({ part, currency, what, to }: LineProps): ReactElement {
  const name = `${what} of ${money(part.amount_cents, currency)}`;
  return (
    <li className="flex flex-wrap gap-x-3 py-2">
      {to === undefined ? <span className="font-medium">{name}</span> : <TextLink to={to}>{name}</TextLink>}
      <span className="text-quiet">
        {words(part.status)} · {day(part.created_at)} · <Id>{part.id}</Id>
      </span>
    </li>
  );
}

const noCommission = ({ is_booked, customer, payment: { status } }: Found): string =>
  is_booked === false && customer !== null && (status === "succeeded" || status === "processing")
    ? "Not booked yet: we have not handled Stripe's event about this payment. If it does not arrive, the nightly comparison with Stripe books the payment."
    : "No affiliate earns from this payment.";

const NOW: Readonly<Partial<Record<Commission["status"], string>>> = {
  pending: "on hold",
  held: "on hold",
  available: "payable",
  in_payout: "in a payout",
  paid: "paid out",
};

function earned({ status, earned_cents, back_cents, late_cents: late = 0 }: Commission): string {
  if (status === "void")
    return " earns nothing: the buyer is the affiliate, or shares an email address, a card or a team with them. ";
  const early = back_cents - late;
  const kept = earned_cents - early;
  const parts = [
    ` earned ${money(earned_cents)}.`,
    early > 0 && `${money(early)} was taken back.`,
    kept > 0 && `${early > 0 ? `The other ${money(kept)}` : "It"} is ${NOW[status]}.`,
    late > 0 && `Afterwards, ${money(late)} was taken back, which comes off the affiliate's later payouts.`,
    late < 0 &&
      `Afterwards, ${money(-late)} was given back, which is added to the affiliate's later payouts.`,
  ];
  return `${parts.filter(Boolean).join(" ")} `;
}
