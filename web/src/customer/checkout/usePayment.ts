import { useEffect, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Product, ProductId } from "#shared/catalog/catalog.ts";
import type { Credit } from "#shared/checkout/credit.ts";
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

const ERROR_STAYS_MS = 5000;

/** Opens Stripe's page. A failure is shown for five seconds. */
export function usePayment(
  product: Product,
  planPrices: PlanPrices,
  seats: number,
): {
  failure: string | null;
  /** Whether the purchase waits until the buyer proves the address. */
  isUnproven: boolean;
  /** What is wrong with the typed code, until the next attempt. */
  codeMistake: string | undefined;
  /** Why the server refused the discount at the payment. */
  discountMistake: string | undefined;
  pending: boolean;
  /**
   * @param code of the affiliate who recommended the product, as typed; may be empty
   * @param discountCode of the discount that the page shows; may be empty
   * @param credit that the page shows
   */
  pay: (code: string, discountCode: string, credit: Credit | null) => Promise<void>;
} {
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { run, pending, error } = useAction(startCheckout, { quiet: true, revalidate: false });

  useEffect(() => warm("checkout"), []);

  const mistakeOf = (field: string) =>
    error instanceof ApiError && error.field === field ? messageOf(error) : undefined;
  const { revalidate } = useRevalidator();
  const isCreditOver = error instanceof ApiError && error.field === "credit";
  // Reloads the current price.
  useEffect(() => {
    if (isCreditOver) void revalidate();
  }, [isCreditOver, revalidate]);

  const isUnproven = error instanceof ApiError && error.code === "UNPROVEN";
  const codeMistake = mistakeOf("affiliateCode");
  const discountMistake = mistakeOf("code");
  useEffect(() => {
    if (error !== null && !isUnproven && codeMistake === undefined && discountMistake === undefined)
      setFailure(checkoutFailure(error));
  }, [error, isUnproven, codeMistake, discountMistake]);
  useEffect(() => {
    if (failure === null) return undefined;
    const timer = setTimeout(() => setFailure(null), ERROR_STAYS_MS);
    return () => clearTimeout(timer);
  }, [failure]);
  useRestored(() => setLeaving(false));

  const pay = async (code: string, discountCode: string, credit: Credit | null): Promise<void> => {
    setFailure(null);
    const config = await loadConfig().catch((thrown: unknown) => {
      toast(messageOf(thrown), "bad");
      return null;
    });
    if (config === null) return;
    const { origin } = window.location;
    const prices: Partial<Record<ProductId, string>> = { ...config.prices, ...planPrices };
    const session = await run({
      price_id: prices[product.id] ?? "",
      mode: product.mode,
      acceptedTerms: TERMS_VERSION,
      acceptedPrivacy: PRIVACY_VERSION,
      ...(code.trim() === "" ? {} : { affiliateCode: code.trim() }),
      ...(discountCode === "" ? {} : { code: discountCode }),
      ...(credit === null ? {} : { credit: { cents: credit.cents, at: credit.at } }),
      ...(seats === 1 ? {} : { seats }),
      success_url: `${origin}${paths.success.href()}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: origin + paths.dashboard.leftCheckout(product.mode),
    });
    if (session === undefined) return;
    if (session.url === "") return setFailure("No checkout URL received");
    setLeaving(true);
    window.location.assign(session.url);
  };
  return { failure, isUnproven, codeMistake, discountMistake, pending: pending || leaving, pay };
}
