import { type ReactElement, useState } from "react";
import type { Payment } from "#shared/payments/payment.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { day, money, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { TextLink } from "../kit/TextLink.tsx";
import { paymentHref } from "../tabs.ts";
import { Refund } from "./Refund.tsx";
import { Section } from "./Section.tsx";

/** Leaves room for the timeline below. */
const FIRST = 4;

function toneOf({ status, refunded_cents, amount_cents }: Payment): Tone {
  if (refunded_cents > 0) return refunded_cents >= amount_cents ? "neutral" : "warn";
  return status === "succeeded" ? "good" : "neutral";
}

export function PaymentState({ payment }: { payment: Payment }): ReactElement {
  const { dispute, refunded_cents, currency, status } = payment;
  return (
    <>
      {dispute !== null && <Chip tone="bad">{dispute === "open" ? "disputed" : "dispute lost"}</Chip>}
      {(dispute === null || refunded_cents > 0) && (
        <Chip dot tone={toneOf(payment)}>
          {refunded_cents > 0 ? `${money(refunded_cents, currency)} refunded` : words(status)}
        </Chip>
      )}
    </>
  );
}

type PaymentsProps = { payments: readonly Payment[] | null; userId: string; email: string };

export function Payments({ payments, userId, email }: PaymentsProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const all = payments ?? [];
  const shown = isWhole ? all : all.slice(0, FIRST);
  const empty =
    payments === null
      ? "Stripe did not answer. Load the page again."
      : payments.length === 0 && "No payments.";
  return (
    <Section title="Payments" empty={empty}>
      <ul className="divide-y divide-line">
        {shown.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
            <TextLink to={paymentHref(payment.id)} className="figures">
              {money(payment.amount_cents, payment.currency)}
            </TextLink>
            <span className="min-w-36 flex-1 wrap-anywhere text-quiet">
              {day(payment.created_at)} · {payment.description ?? payment.id}
            </span>
            <PaymentState payment={payment} />
            <Refund payment={payment} all={all} userId={userId} email={email} />
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <Button size="small" className="mt-3" onClick={() => setWhole(true)}>
          Show all {all.length}
        </Button>
      )}
    </Section>
  );
}
