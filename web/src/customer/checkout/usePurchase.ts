import { useEffect, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { getCheckout } from "#shared/stripeEvents/customer.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";

export const POLL_MS = 3000;
export const MAX_RETRIES = 10;
/** From this retry on, the API asks Stripe. Stripe's webhook usually arrives within two seconds. */
const FORCE_FROM = 2;

export type Purchase = {
  /** `late`: still not confirmed here after all retries. */
  state: "waiting" | "paid" | "refunded" | "late" | "failed";
  checkout: Output<typeof getCheckout> | null;
  subscription: Subscription | null;
  message: string | null;
};

const WAITING: Purchase = { state: "waiting", checkout: null, subscription: null, message: null };

/** Requests the order until it is paid, and then the subscription that the customer bought. */
export function usePurchase(sessionId: string): Purchase {
  const [purchase, setPurchase] = useState(WAITING);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = async (retries: number): Promise<void> => {
      try {
        const asked = await look(sessionId, retries >= FORCE_FROM, leaving.signal);
        if (asked.state !== "waiting") setPurchase(asked);
        else if (retries >= MAX_RETRIES) setPurchase({ ...asked, state: "late" });
        else timer = setTimeout(() => ask(retries + 1), POLL_MS);
      } catch (error) {
        if (!leaving.signal.aborted) setPurchase({ ...WAITING, state: "failed", message: messageOf(error) });
      }
    };
    void ask(0);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [sessionId]);
  return purchase;
}

async function look(sessionId: string, force: boolean, signal: AbortSignal): Promise<Purchase> {
  const checkout = await call(getCheckout, { sessionId, ...(force ? { force: "true" } : {}) }, { signal });
  if (checkout.status === "refunded") return { ...WAITING, state: "refunded", checkout };
  if (checkout.status !== "paid") return { ...WAITING, checkout };
  if (checkout.mode !== "subscription") return { ...WAITING, state: "paid", checkout };
  const { subscription } = await call(getSubscription, { force: "true" }, { signal });
  return { ...WAITING, state: "paid", checkout, subscription };
}
