import { type ReactElement, useState } from "react";
import type { Payment } from "#shared/payments/payment.ts";
import { refundPayment } from "#shared/refunds/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { day, money } from "../../ui/format.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { Choices } from "../kit/Choices.tsx";
import { failed } from "../kit/failed.ts";
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

/** Refunds a payment in full or in part. Requires a sign-in within the last five minutes. */
export function Refund({ payment, ...props }: RefundProps): ReactElement {
  const left = payment.amount_cents - payment.refunded_cents;
  return (
    <DialogButton
      variant="danger"
      label="Refund"
      // Stripe does not refund a payment that a bank has taken back or may take back.
      disabled={payment.status !== "succeeded" || left <= 0 || payment.dispute !== null}
      dialog={(close) => <RefundDialog {...props} payment={payment} left={left} onClose={close} />}
    />
  );
}

type RefundDialogProps = RefundProps & { left: number; onClose: () => void };

export function RefundDialog(props: RefundDialogProps): ReactElement {
  const { payment, all, left, userId, email, onClose } = props;
  // One id per dialog, so that a second click or a retry does not refund twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const typed = useText((left / 100).toFixed(2));
  const note = useText();
  const [effect, setEffect] = useState<"cancel" | "keep">("cancel");
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
      failure={failed("Refund failed")}
      confirm={fits ? `Refund ${money(cents, payment.currency)}` : "Refund"}
      danger
      disabled={!fits}
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
