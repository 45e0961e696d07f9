import { type ReactElement, useEffect, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { leaveCheckout } from "#shared/checkout/customer.ts";
import { HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import { leaveWaiting } from "#shared/promotions/customer.ts";
import { useAction } from "../../../api/useAction.ts";
import { useLive } from "../../../app/useLive.ts";
import { Button } from "../../../ui/Button.tsx";
import { Countdown } from "../../../ui/Countdown.tsx";
import { atTime } from "../../../ui/format.ts";
import { heldUntil, isTurn } from "../held.ts";
import type { Order } from "../order.ts";

/** Screen readers announce these sentences when the countdown reaches their time. */
const SAID = [
  { at: MINUTE, text: "One minute left." },
  { at: 10 * MINUTE, text: "Less than ten minutes left." },
  { at: HOUR, text: "Less than an hour left." },
];

type HoldProps = {
  until: string;
  /** Server clock minus browser clock, in milliseconds. */
  skew: number;
  /** Whether a payment is open. Otherwise the waiting list holds the unit until the customer starts a payment. */
  isPaying: boolean;
};

export function HeldUnit({ order }: { order: Order }): ReactElement | null {
  const { place, skew } = order.data;
  const until = heldUntil(place);
  return until === null ? null : (
    <Hold until={until} skew={skew} isPaying={place === null || !isTurn(place)} />
  );
}

export function Hold({ until, skew, isPaying }: HoldProps): ReactElement {
  const left = useLeft(until, skew);
  const { revalidate } = useRevalidator();
  const place = useAction(leaveWaiting);
  const checkout = useAction(leaveCheckout);
  const { run, pending } = isPaying ? checkout : place;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) void revalidate();
  }, [isOver, revalidate]);
  // The server's clock may reach the end a moment later.
  useLive(async () => {
    if (isOver) await revalidate();
  });
  return (
    <section
      aria-label="Your unit"
      className="mt-6 rounded-card border border-good/40 bg-good-soft p-4 text-sm text-good-ink"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">We hold a unit for you</span>
        <Countdown endAt={until} skew={skew} className="figures text-lg font-medium tracking-tight" />
      </p>
      <p className="mt-1">
        {isPaying ? "Pay" : "Start your payment"} before {atTime(until)}. After that, we no longer hold the
        unit for you.
      </p>
      <p role="status" className="sr-only">
        {SAID.find(({ at }) => left <= at)?.text}
      </p>
      <Button
        size="small"
        variant="quiet"
        className="mt-2 -ml-2.5"
        pending={pending}
        onClick={() => void run({})}
      >
        Give up this unit
      </Button>
    </section>
  );
}

/** The milliseconds left by the server's clock, updated every second. */
function useLeft(until: string, skew: number): number {
  const [now, setNow] = useState(() => Date.now() + skew);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + skew), SECOND);
    return () => clearInterval(timer);
  }, [skew]);
  return Math.max(0, Date.parse(until) - now);
}
