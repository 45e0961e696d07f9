import type Stripe from "stripe";
import { BRAND } from "#shared/brand.ts";
import { Refusal } from "../deploy/run.ts";

/**
 * Sets the default configuration of Stripe's customer portal, where customers see invoices and change their card. They
 * cancel on our own page.
 * @throws Refusal if there is no default configuration yet. Stripe creates it when a person saves the portal in the
 * dashboard
 */
export async function setUpPortal(stripe: Stripe, siteUrl: string): Promise<void> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
  const [standard] = data;
  if (!standard)
    throw new Refusal(
      "Stripe's customer portal was never saved. Open Settings, Billing, Customer portal in Stripe's dashboard, press Save, and run this again.",
    );
  await stripe.billingPortal.configurations.update(standard.id, {
    business_profile: {
      headline: BRAND.name,
      privacy_policy_url: `${siteUrl}/privacy`,
      terms_of_service_url: `${siteUrl}/terms`,
    },
    default_return_url: `${siteUrl}/dashboard`,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ["address", "tax_id"] },
      subscription_cancel: { enabled: false },
    },
  });
}
