import type { ReactElement } from "react";
import type { Payment } from "#shared/payments/payment.ts";
import { Chip } from "../../ui/Chip.tsx";
import { day, money, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { Refund } from "./Refund.tsx";
import { Section } from "./Section.tsx";

/** Green is money that we still have. */
function toneOf({ status, refunded_cents, amount_cents }: Payment): Tone {
  if (refunded_cents > 0) return refunded_cents >= amount_cents ? "neutral" : "warn";
  return status === "succeeded" ? "good" : "neutral";
}

export function Payments({
  payments,
  userId,
  email,
}: {
  payments: readonly Payment[] | null;
  userId: string;
  email: string;
}): ReactElement {
  const empty =
    payments === null
      ? "Stripe did not answer. Load the page again."
      : payments.length === 0 && "No payments.";
  return (
    <Section title="Payments" empty={empty}>
      <ul className="divide-y divide-line">
        {payments?.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
            <span className="figures font-medium">{money(payment.amount_cents, payment.currency)}</span>
            <span className="min-w-0 flex-1 truncate text-quiet">
              {day(payment.created_at)} · {payment.description ?? payment.id}
            </span>
            {payment.dispute !== null && (
              <Chip tone="bad">{payment.dispute === "open" ? "disputed" : "dispute lost"}</Chip>
            )}
            <Chip dot tone={toneOf(payment)}>
              {payment.refunded_cents > 0
                ? `${money(payment.refunded_cents, payment.currency)} refunded`
                : words(payment.status)}
            </Chip>
            <Refund payment={payment} all={payments} userId={userId} email={email} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
