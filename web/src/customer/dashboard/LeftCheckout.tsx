import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { leaveCheckout } from "#shared/billing/customer.ts";
import { messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { moment } from "../../ui/format.ts";

type Stage = "none" | "leaving" | "left" | "failed";

/** The customer left Stripe's page without paying: says so, and releases the unit that is held for the offer, once. */
export function LeftCheckout(): ReactElement | null {
  const [query, setQuery] = useSearchParams();
  const mark = query.get("checkout");
  const left = mark === "left" || mark === "left-monthly";
  // As the page is loaded: Stripe's page leads back by a navigation.
  const [isMonthly] = useState(mark === "left-monthly");
  const [heldUntil, setHeldUntil] = useState<string>();
  const [stage, setStage] = useState<Stage>(isMonthly ? "left" : left ? "leaving" : "none");
  const begun = useRef(false);
  const { run, error } = useAction(leaveCheckout, { quiet: true });

  const giveBack = useCallback(async (): Promise<void> => {
    setStage("leaving");
    const done = await run({});
    setHeldUntil(done?.held_until);
    setStage(done === undefined ? "failed" : "left");
  }, [run]);

  useEffect(() => {
    if (!left) {
      begun.current = false;
      return;
    }
    if (begun.current) return;
    begun.current = true;
    // Reloading the page is not leaving a second time.
    setQuery({}, { replace: true });
    if (!isMonthly) void giveBack();
  }, [left, isMonthly, giveBack, setQuery]);

  if (stage === "none") return null;
  if (stage === "failed")
    return (
      <Banner tone="bad" title="We could not release your reservation yet" className="mb-4">
        <p>{messageOf(error)} It is released automatically within the hour.</p>
        <Button size="small" className="mt-3" onClick={giveBack}>
          Try again
        </Button>
      </Banner>
    );
  return (
    <Banner tone="neutral" title="You left the checkout" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>
          {isMonthly
            ? "You were not charged."
            : stage === "leaving"
              ? "You were not charged. We are releasing your reservation."
              : heldUntil === undefined
                ? "You were not charged, and we released your reservation."
                : `You were not charged. We hold your unit until ${moment(heldUntil)}.`}
        </p>
        <span className="flex gap-2">
          <Link
            to={paths.checkout.href(isMonthly ? "subscription" : "payment")}
            className={buttonClass("secondary", "small")}
          >
            Return to checkout
          </Link>
          <Button size="small" variant="quiet" onClick={() => setStage("none")}>
            Close
          </Button>
        </span>
      </div>
    </Banner>
  );
}
