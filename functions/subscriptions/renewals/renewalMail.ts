import { BASE_PLAN, CATALOG, periodOf } from "#shared/catalog/catalog.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTimeOf, inMoney } from "#shared/words.ts";
import type { SeenSubscription } from "../../payments/index.ts";
import { stripe } from "../../platform/stripe.ts";

export async function renewalMail(
  { userId, facts }: Pick<SeenSubscription, "userId" | "facts">,
  template: "renewalAfterPause" | "renewalAhead",
  which = "",
): Promise<Mail> {
  const { subscription_id, current_period_end: at, payment_method_brand: brand } = facts;
  const { invoices } = await stripe();
  const { amount_due, currency } = await invoices.createPreview({ subscription: subscription_id });
  const card = `${brand?.charAt(0).toUpperCase()}${brand?.slice(1)} ending ${facts.payment_method_last4}`;
  return {
    id: `${template === "renewalAhead" ? "renewal-ahead" : "renewal-after-pause"}:${subscription_id}:${at}${which}`,
    to: { userId },
    template,
    data: {
      amount: inMoney(amount_due, currency),
      card: brand === null ? "payment method" : card,
      chargedOn: atTimeOf(at),
      period: periodOf(CATALOG[facts.plan ?? BASE_PLAN]),
    },
  };
}
