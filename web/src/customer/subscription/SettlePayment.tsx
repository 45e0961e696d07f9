import { type ReactElement, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { payOpenInvoices } from "#shared/subscriptions/customer.ts";
import { failureWords, isUnanswered } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { CARD_CHANGED } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { money } from "../../ui/format.ts";
import type { Owed } from "../standing/facts.ts";

type Result = Output<typeof payOpenInvoices>;

/** Charges the overdue amount after the customer has changed the card in the portal. */
export function SettlePayment({ owed }: { owed: Owed | null }): ReactElement | null {
  const [params, setParams] = useSearchParams();
  const isBack = params.get(CARD_CHANGED.name) === CARD_CHANGED.value;
  const [result, setResult] = useState<Result>();
  const { run, pending, error } = useAction(payOpenInvoices, { quiet: true, onSuccess: setResult });
  useEffect(() => {
    if (!isBack) return;
    // Removes the mark, so that a reload does not charge again.
    setParams({}, { replace: true });
    void run({});
  }, [isBack, run, setParams]);
  const retry = (
    <Button size="small" pending={pending} onClick={() => run({})}>
      Try again
    </Button>
  );

  if (pending && result === undefined) {
    const amount = owed === null ? "" : `${money(owed.cents, owed.currency)} to `;
    return <Banner tone="neutral">{`Charging ${amount}your new card…`}</Banner>;
  }
  if (error !== null) {
    const { title, text } = failureWords(error, {
      refused: "We could not charge your card",
      maybe: "The payment may have gone through.",
    });
    return (
      <Banner tone="bad" title={title}>
        <Row text={text}>{!isUnanswered(error) && retry}</Row>
      </Banner>
    );
  }
  return result === undefined ? null : <Outcome result={result} retry={retry} />;
}

function Outcome({ result, retry }: { result: Result; retry: ReactElement }): ReactElement {
  switch (result.outcome) {
    case "paid":
      return (
        <Banner tone="good" title="Payment received">
          {money(result.paid_cents)} paid. Your subscription is up to date.
        </Banner>
      );
    case "nothing_due":
      return <Banner tone="good">Your card was updated. Nothing is due.</Banner>;
    case "action_required":
      return (
        <Banner tone="warn" title="Your bank wants you to confirm this payment">
          <Row text={chargedSoFar(result)}>
            {result.invoice_url !== null && (
              <a className={buttonClass("primary")} href={result.invoice_url}>
                Confirm payment
              </a>
            )}
          </Row>
        </Banner>
      );
    case "declined":
      return (
        <Banner tone="bad" title="Your bank declined the payment">
          <Row text={`${result.reason ?? ""} ${chargedSoFar(result)} Try again, or use another card.`}>
            {retry}
          </Row>
        </Banner>
      );
  }
}

const chargedSoFar = ({ paid_cents }: Result): string =>
  paid_cents === 0 ? "Nothing was charged." : `${money(paid_cents)} was paid. The rest is still due.`;

function Row({ text, children }: { text: string; children: ReactElement | false }): ReactElement {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>{text}</p>
      {children}
    </div>
  );
}
