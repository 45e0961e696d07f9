import { type ReactElement, useId, useState } from "react";
import { smallestRequest } from "#shared/affiliates/countries.ts";
import type { AffiliateView } from "#shared/affiliates/customer.ts";
import { type OwnPayout, requestPayout } from "#shared/payouts/customer.ts";
import { reasonOf } from "../../api/ApiError.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { useAction } from "../../api/useAction.ts";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { money } from "../../ui/format.ts";
import { centsOf } from "./cents.ts";
import { isOpen } from "./words.ts";

type Props = { affiliate: AffiliateView; payouts: readonly OwnPayout[] };

/** Null if the affiliate can request a payout now. The server checks again. */
function obstacle({ affiliate, payouts }: Props): string | null {
  if (payouts.some(isOpen)) return "Your last request is still open. You can make one at a time.";
  const smallest = smallestRequest(affiliate.country);
  if (affiliate.balance.available_cents < smallest) return `Minimum payout: ${money(smallest)}.`;
  if (!affiliate.email_confirmed) return "Confirm your email address first.";
  if (!affiliate.payout_account.payouts_enabled) return "Set up your payout account at Stripe first.";
  return null;
}

export function RequestPayout(props: Props): ReactElement {
  const id = useId();
  const reason = obstacle(props);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {reason !== null && (
        <p id={id} className="text-sm text-quiet">
          {reason}
        </p>
      )}
      <DialogButton
        size="normal"
        variant="primary"
        label="Request a payout"
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : id}
        dialog={(close) => (
          <AmountDialog
            available={props.affiliate.balance.available_cents}
            smallest={smallestRequest(props.affiliate.country)}
            onClose={close}
          />
        )}
      />
    </div>
  );
}

type AmountProps = { available: number; smallest: number; onClose: () => void };

function AmountDialog({ available, smallest, onClose }: AmountProps): ReactElement {
  const [typed, setTyped] = useState((available / 100).toFixed(2));
  const [mistake, setMistake] = useState<string | null>(null);
  const request = useAction(requestPayout, {
    quiet: true,
    success: "Payout requested.",
    onSuccess: onClose,
  });
  const submit = (): void => {
    const cents = centsOf(typed);
    const wrong =
      cents === null || cents < smallest || cents > available
        ? `Enter an amount from ${money(smallest)} to ${money(available)}`
        : null;
    setMistake(wrong);
    if (wrong === null && cents !== null) void request.run({ amount_cents: cents });
  };
  return (
    <FormDialog
      title="Request a payout"
      action={request}
      failure={() => null}
      confirm="Request"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label="Amount in US dollars"
        inputMode="decimal"
        data-first
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={`Up to ${money(available)}. We pay whole commissions, oldest first, and the last one can make the payout larger than you request.`}
        error={mistake ?? (request.error === null ? undefined : reasonOf(request.error))}
      />
    </FormDialog>
  );
}
