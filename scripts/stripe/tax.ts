import type Stripe from "stripe";
import type { TaxRules } from "#shared/payments/tax.ts";
import { Refusal } from "../deploy/run.ts";

/**
 * Sets Stripe Tax, and says what a person has to do: the head office, and a registration for each place.
 * @throws Refusal if Stripe does not know the head office yet, because Stripe then computes no tax
 */
export async function setUpTax(stripe: Stripe, tax: TaxRules, say: (line: string) => void): Promise<void> {
  const { status, status_details } = await stripe.tax.settings.retrieve();
  if (status !== "active")
    throw new Refusal(
      `Stripe Tax is not ready. Missing: ${(status_details.pending?.missing_fields ?? []).join(", ") || status}. Open Settings, Tax in Stripe's dashboard, enter where your business is, and run this again.`,
    );
  await stripe.tax.settings.update({ defaults: { tax_behavior: tax.prices, tax_code: tax.code } });
  const { data } = await stripe.tax.registrations.list({ status: "active", limit: 100 });
  if (data.length === 0)
    say(
      "Stripe Tax is on, but collects nothing, because there is no registration. Register with the tax office of each place where you owe tax, then add it in Stripe's dashboard under Tax, Registrations.",
    );
  else say(`Stripe Tax is on, and collects in ${data.map(placeOf).join(", ")}.`);
}

function placeOf({ country, country_options: { us } }: Stripe.Tax.Registration): string {
  return us ? `${country} (${us.state})` : country;
}
