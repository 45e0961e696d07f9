import { useEffect, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Product, ProductId } from "#shared/catalog/catalog.ts";
import { startCheckout } from "#shared/checkout/customer.ts";
import { PRIVACY_VERSION, TERMS_VERSION } from "#shared/legal.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { loadConfig } from "../../app/config.ts";
import { paths } from "../../app/paths.ts";
import { useRestored } from "../../app/useRestored.ts";
import { warm } from "../../app/warm.ts";
import { toast } from "../../ui/toast.ts";
import { checkoutFailure } from "./checkoutFailure.ts";
import type { PlanPrices } from "./loader.ts";
import type { Choices } from "./order.ts";

const ERROR_STAYS_MS = 5000;
/** Choices whose own field shows why the server refused them. */
const SHOWN_AT_FIELD: ReadonlySet<unknown> = new Set<keyof Choices>(["affiliateCode", "code"]);

export type Payment = {
  failure: string | null;
  /** Whether the purchase waits until the buyer proves the address. */
  isUnproven: boolean;
  /** Why the server refused a choice, until the next attempt. */
  mistakeOf: (choice: keyof Choices) => string | undefined;
  pending: boolean;
  pay: (choices: Choices) => Promise<void>;
};

/** Opens Stripe's page. A failure is shown for five seconds. */
export function usePayment(product: Product, planPrices: PlanPrices): Payment {
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { run, pending, error } = useAction(startCheckout, { quiet: true, revalidate: false });

  useEffect(() => warm("checkout"), []);

  const mistakeOf = (choice: keyof Choices) =>
    error instanceof ApiError && error.field === choice ? messageOf(error) : undefined;
  const { revalidate } = useRevalidator();
  const isCreditOver = mistakeOf("credit") !== undefined;
  // Reloads the current price.
  useEffect(() => {
    if (isCreditOver) void revalidate();
  }, [isCreditOver, revalidate]);

  const isUnproven = error instanceof ApiError && error.code === "UNPROVEN";
  const isAtField = error instanceof ApiError && SHOWN_AT_FIELD.has(error.field);
  useEffect(() => {
    if (error !== null && !isUnproven && !isAtField) setFailure(checkoutFailure(error));
  }, [error, isUnproven, isAtField]);
  useEffect(() => {
    if (failure === null) return undefined;
    const timer = setTimeout(() => setFailure(null), ERROR_STAYS_MS);
    return () => clearTimeout(timer);
  }, [failure]);
  useRestored(() => setLeaving(false));

  const pay = async (choices: Choices): Promise<void> => {
    setFailure(null);
    const config = await loadConfig().catch((thrown: unknown) => {
      toast(messageOf(thrown), "bad");
      return null;
    });
    if (config === null) return;
    const { origin } = window.location;
    const prices: Partial<Record<ProductId, string>> = { ...config.prices, ...planPrices };
    const session = await run({
      ...choices,
      price_id: prices[product.id] ?? "",
      mode: product.mode,
      acceptedTerms: TERMS_VERSION,
      acceptedPrivacy: PRIVACY_VERSION,
      success_url: `${origin}${paths.success.href()}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: origin + paths.dashboard.leftCheckout(product.mode),
    });
    if (session === undefined) return;
    if (session.url === "") return setFailure("No checkout URL received");
    setLeaving(true);
    window.location.assign(session.url);
  };
  return { failure, isUnproven, mistakeOf, pending: pending || leaving, pay };
}
