import type { Mode, OptionalPlan } from "#shared/catalog/catalog.ts";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { paths } from "../../app/paths.ts";

type CheckoutLink = { href: string; "data-checkout": Mode };

/** The attributes of a checkout link. It opens sign-up, which redirects signed-in users to the checkout. */
export function checkoutLink(mode: Mode, plan?: OptionalPlan): CheckoutLink {
  const checkout = paths.checkout.href(mode) + (plan === undefined ? "" : `?plan=${plan}`);
  return { href: paths.signup.href(checkout), "data-checkout": mode };
}

/** Remembers which plan the visitor chose. One listener for the whole page, so that price cards need no script. */
export function followCheckoutLinks(): () => void {
  const remember = ({ target }: Event): void => {
    if (!(target instanceof Element)) return;
    const link = target.closest<HTMLElement>("[data-checkout]");
    if (link !== null) rememberCheckout(link.dataset.checkout === "payment" ? "payment" : "subscription");
  };
  document.addEventListener("click", remember);
  return () => document.removeEventListener("click", remember);
}
