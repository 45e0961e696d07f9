import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { Mode } from "#shared/catalog/catalog.ts";
import { leaveCheckout } from "#shared/checkout/customer.ts";
import type { Output } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { atTime } from "../../ui/format.ts";

type Stage = "none" | "left" | "failed";
type Answer = Output<typeof leaveCheckout>;
/** The checkout that the customer left. `answer` is null before the server answers, or if there was no request. */
export type Left = { mode: Mode; answer: Answer | null };

/** Shown after the customer leaves Stripe's page without paying. Releases the held unit of the offer, once. */
export function LeftCheckout(): ReactElement | null {
  const [query, setQuery] = useSearchParams();
  const mark = query.get("checkout");
  const left = mark === "left" || mark === "left-monthly";
  // Kept, because the effect below removes the mark from the address.
  const [isMonthly] = useState(mark === "left-monthly");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [stage, setStage] = useState<Stage>(left ? "left" : "none");
  const begun = useRef(false);
  const { run, error } = useAction(leaveCheckout, { quiet: true });

  const giveBack = useCallback(async (): Promise<void> => {
    setStage("left");
    const done = await run({});
    setAnswer(done ?? null);
    if (done === undefined) setStage("failed");
  }, [run]);

  useEffect(() => {
    if (!left) {
      begun.current = false;
      return;
    }
    if (begun.current) return;
    begun.current = true;
    // A reload must not release the unit again.
    setQuery({}, { replace: true });
    if (!isMonthly) void giveBack();
  }, [left, isMonthly, giveBack, setQuery]);

  if (stage === "none") return null;
  if (stage === "failed")
    return (
      <Banner tone="bad" title="We could not release your reservation yet" className="mb-4">
        <p>{messageOf(error)} We release the reservation automatically within the hour.</p>
        <Button size="small" className="mt-3" onClick={giveBack}>
          Try again
        </Button>
      </Banner>
    );
  return (
    <LeftBanner
      left={{ mode: isMonthly ? "subscription" : "payment", answer }}
      onClose={() => setStage("none")}
    />
  );
}

export function LeftBanner({ left, onClose }: { left: Left; onClose: () => void }): ReactElement {
  const isPaid = left.answer?.paid === true;
  return (
    <Banner
      tone="neutral"
      title={isPaid ? "Your payment is being confirmed" : "You left the checkout"}
      className="mb-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>{wordsFor(left)}</p>
        <span className="flex flex-wrap gap-2">
          {isPaid ? (
            <Link to={paths.seats.href()} className={buttonClass("secondary", "small")}>
              Open your seats
            </Link>
          ) : (
            <Link to={paths.checkout.href(left.mode)} className={buttonClass("secondary", "small")}>
              Return to checkout
            </Link>
          )}
          <Button size="small" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
    </Banner>
  );
}

/** Only the server knows whether the customer paid in another window, because it closes the checkout first. */
function wordsFor({ mode, answer }: Left): string {
  if (mode === "subscription") return "If you paid in another window, your license key appears under Seats.";
  if (answer === null) return "We are releasing your reservation.";
  if (answer.paid) return "Your license key appears under Seats.";
  if (answer.held_until === undefined) return "You were not charged, and we released your reservation.";
  return `You were not charged. We hold your unit until ${atTime(answer.held_until)}.`;
}
