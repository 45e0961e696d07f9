import { type ReactElement, useEffect, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { getPayment } from "#shared/insights/payment.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { refundPayment } from "#shared/refunds/operator.ts";
import { call } from "../../api/call.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { day, money } from "../../ui/format.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { Choices } from "../kit/Choices.tsx";
import { type Outcome, read } from "../kit/read.ts";
import { useText } from "../kit/useText.ts";
import { centsOf } from "./refundAmount.ts";

const EFFECTS = [
  {
    value: "cancel",
    label: "Refund and cancel",
    effect:
      "The license stops working, and a subscription ends now with no further charge. If the payment was for an earlier period, both continue.",
  },
  {
    value: "keep",
    label: "Refund only",
    effect: "The license and the subscription stay as they are.",
  },
] as const;

type RefundProps = { payment: Payment; all: readonly Payment[]; userId: string; email: string };

const leftOf = ({ amount_cents, refunded_cents }: Payment): number => amount_cents - refunded_cents;

/** Refunds a payment in full or in part. Requires a sign-in within the last five minutes. */
export function Refund(props: RefundProps): ReactElement {
  const { status, dispute } = props.payment;
  return (
    <DialogButton
      variant="danger"
      label="Refund"
      // Stripe does not refund a payment that a bank has taken back or may take back.
      disabled={status !== "succeeded" || leftOf(props.payment) <= 0 || dispute !== null}
      dialog={(close) => <RefundDialog {...props} onClose={close} />}
    />
  );
}

type Found = Output<typeof getPayment>;
const UNKNOWN = "We could not check whether an affiliate earned a commission from this payment.";

/** What a refund does to the affiliate's commission; null if no commission is left. */
function commissionWords({ commission }: Found, isWhole: boolean): string | null {
  const left = (commission?.earned_cents ?? 0) - (commission?.back_cents ?? 0);
  if (commission === null || commission.status === "void" || left <= 0) return null;
  const what = `The affiliate's commission of ${money(left)}`;
  const part = isWhole ? "it" : "the same share of it";
  if (commission.status !== "in_payout" && commission.status !== "paid")
    return `${what} is not in a payout yet. This refund takes ${isWhole ? "it back" : `back ${part}`}.`;
  const is = commission.status === "paid" ? "already paid out" : "in a payout, which pays it unchanged";
  return `${what} is ${is}. We deduct ${part} from the affiliate's next payout. If they earn nothing more, we do not get it back.`;
}

export function RefundDialog(props: RefundProps & { onClose: () => void }): ReactElement {
  const { payment, all, userId, email, onClose } = props;
  const left = leftOf(payment);
  // One id per dialog, so that a second click or a retry does not refund twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const typed = useText((left / 100).toFixed(2));
  const note = useText();
  const [effect, setEffect] = useState<"cancel" | "keep">("cancel");
  const [found, setFound] = useState<Outcome<Found> | null>(null);
  useEffect(() => {
    void read(() => call(getPayment, { paymentId: payment.id })).then(setFound);
  }, [payment.id]);
  const cents = centsOf(typed.text);
  const isWhole = cents === left;
  const isEnding = isWhole && effect === "cancel";
  const refund = useChange(refundPayment, {
    changes: () => [userSubject(userId)],
    quiet: true,
    success: isEnding
      ? "The refund is on its way. If it ends the license, that happens when Stripe confirms the refund."
      : "The refund is on its way.",
    onSuccess: onClose,
  });
  const fits = cents !== null && cents > 0 && cents <= left;
  const submit = (): void => {
    if (!fits) return;
    const part = cents < payment.amount_cents ? { amountCents: cents } : {};
    const end = isWhole ? { effect } : {};
    void refund.run({ paymentIntentId: payment.id, requestId, note: note.text, ...part, ...end });
  };
  return (
    <FormDialog
      title={`Refund ${email}?`}
      lead={
        <>
          <p>
            Refund up to {money(left, payment.currency)} of {money(payment.amount_cents, payment.currency)}.
            The money goes back to the payment method. You cannot undo this.
            {!isWhole &&
              " A partial refund leaves the license and the subscription as they are. Only the refund of a whole payment can end them."}
          </p>
          <p aria-live="polite">
            {found === null
              ? "Checking the affiliate's commission..."
              : found.value === null
                ? UNKNOWN
                : commissionWords(found.value, isWhole)}
          </p>
          {isWhole && payment.refunded_cents > 0 && (
            <p>
              {money(payment.refunded_cents, payment.currency)} was refunded before. This refund returns the
              rest.
            </p>
          )}
          {payment.credited?.map(({ id, cents }) => {
            const earlier = all.find((one) => one.id === id);
            return (
              earlier && (
                <p key={id}>
                  {money(cents, earlier.currency)} of the payment of {day(earlier.created_at)} was credited to
                  this payment. This refund does not return the credited amount. To return it too, refund the
                  earlier payment, of which {money(earlier.refunded_cents, earlier.currency)} is refunded
                  already.
                </p>
              )
            );
          })}
        </>
      }
      failure="Refund failed"
      confirm={fits ? `Refund ${money(cents, payment.currency)}` : "Refund"}
      danger
      disabled={!fits || found === null}
      action={refund}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={`Amount in ${payment.currency.toUpperCase()}`}
        inputMode="decimal"
        data-first
        error={fits ? undefined : `Enter an amount up to ${(left / 100).toFixed(2)}`}
        {...typed.field}
      />
      {isWhole && (
        <Choices legend="What happens to the license" choices={EFFECTS} value={effect} onChange={setEffect} />
      )}
      <Field label="Note" maxLength={500} {...note.field} />
    </FormDialog>
  );
}
