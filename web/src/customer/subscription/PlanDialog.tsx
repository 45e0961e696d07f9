import { type ReactElement, useState } from "react";
import { CATALOG, periodOf, planWord, type SubscriptionPlan } from "#shared/catalog/catalog.ts";
import type { Output } from "#shared/endpoint.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { TAX, taxNote } from "#shared/payments/tax.ts";
import { changePlan, type PlanPreview } from "#shared/subscriptions/planChange.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { atTime, money } from "../../ui/format.ts";
import { Loading, Skeleton } from "../../ui/Skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { ChangeFailure } from "./ChangeFailure.tsx";
import { usePreview } from "./usePreview.ts";

export type Result = Output<typeof changePlan>;

/** Shows Stripe's exact amount before the change. */
export function PlanDialog({
  from,
  to,
  onClose,
}: {
  from: SubscriptionPlan;
  to: SubscriptionPlan;
  onClose: () => void;
}): ReactElement {
  const { preview, failure, look } = usePreview(to);
  const [result, setResult] = useState<Result>();
  const change = useAction(changePlan, { quiet: true });
  const confirm = async (): Promise<void> => {
    if (preview === undefined) return;
    const { at, due_cents } = preview;
    const done = await change.run({ to, at, due_cents });
    if (done?.outcome === "changed" || done?.outcome === "scheduled") {
      toast(
        done.outcome === "changed"
          ? `Your subscription is ${planWord(to)} now.`
          : "Your plan changes when the current period ends.",
        "good",
      );
      return onClose();
    }
    setResult(done);
    // A new preview corrects an outdated amount. After a declined payment, the new time also makes the next attempt a
    // new request. If the bank needs a confirmation, the amount that the customer saw stays.
    if (done?.outcome !== "action_required") look();
  };
  const hasFailed = failure !== null || change.error !== null;
  return (
    <Modal title={`Switch to ${planWord(to)}?`} role="alertdialog" onClose={onClose}>
      {preview === undefined ? !hasFailed && <Waiting /> : <Amounts preview={preview} />}
      <ChangeFailure unchanged="Your plan has not changed" error={change.error} unread={failure} />
      {result !== undefined && <Unpaid result={result} />}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button data-first onClick={onClose}>
          Keep {planWord(from)}
        </Button>
        {result?.outcome !== "action_required" && (
          <Button
            variant="primary"
            pending={change.pending}
            disabled={preview === undefined}
            onClick={() => void confirm()}
          >
            {preview?.when === "now"
              ? `Pay ${money(preview.due_cents, preview.currency)} and switch`
              : `Switch to ${planWord(to)}`}
          </Button>
        )}
      </div>
    </Modal>
  );
}

export function Amounts({ preview, seats = 1 }: { preview: PlanPreview; seats?: number }): ReactElement {
  const { to, when, at, currency, price_cents, credit_cents, tax_cents, due_cents, renews_at } = preview;
  const period = periodOf(CATALOG[to]);
  const amount = (cents: number): string => money(cents, currency);
  if (when === "period_end")
    return (
      <p className="mt-3 text-sm text-quiet">
        Nothing is charged now. Your period is paid until {atTime(fromEpochSeconds(at))}. From then on you pay{" "}
        <strong className="figures font-medium text-ink">{amount(due_cents)}</strong> each {period}.{" "}
        {taxNote(TAX)} Until then you can change your mind here.
      </p>
    );
  const isTaxAdded = tax_cents !== null && tax_cents !== 0 && price_cents - credit_cents !== due_cents;
  return (
    <>
      <dl className="figures mt-4 space-y-2 text-sm">
        <Line
          name={seats > 1 ? `${seats} × ${CATALOG[to].name}` : CATALOG[to].name}
          value={amount(price_cents)}
        />
        {credit_cents !== 0 && <Line name="Unused days you paid for" value={`−${amount(credit_cents)}`} />}
        {isTaxAdded && <Line name="Tax" value={amount(tax_cents)} />}
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-semibold">
          <dt>Due now</dt>
          <dd>{amount(due_cents)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-sm text-quiet">
        We charge the card of your subscription.
        {renews_at !== null &&
          ` A new period begins today. The next payment, ${amount(price_cents)}, is due on ${atTime(fromEpochSeconds(renews_at))}.`}
      </p>
    </>
  );
}

function Line({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function Unpaid({ result }: { result: Result }): ReactElement {
  if (result.outcome === "action_required" && result.invoice_url !== null)
    return (
      <Banner tone="warn" title="Your bank wants you to confirm this payment" className="mt-4">
        <p>Until you do, nothing is charged and nothing changes.</p>
        <a className={buttonClass("primary", "small", "mt-3")} href={result.invoice_url}>
          Confirm payment
        </a>
      </Banner>
    );
  return (
    <Banner tone="bad" title="Your bank declined the payment" className="mt-4">
      {result.reason} Nothing was charged, and nothing has changed. Try again, or use another card.
    </Banner>
  );
}

export function Waiting(): ReactElement {
  return (
    <div className="mt-4 space-y-3">
      <Loading />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}
