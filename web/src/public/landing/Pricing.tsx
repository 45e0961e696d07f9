import type { ReactElement, ReactNode } from "react";
import {
  CATALOG,
  OPTIONAL_PLANS,
  type OptionalPlan,
  type Product,
  percentOff,
  perPeriod,
  planWord,
} from "#shared/catalog/catalog.ts";
import { TAX, type TaxRules, taxNote } from "#shared/payments/tax.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { cx } from "../../ui/cx.ts";
import { money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { checkoutLink } from "../offer/checkoutLinks.ts";
import { LandingOffer } from "../offer/LandingOffer.tsx";
import { PLAN_FEATURES } from "../planFeatures.ts";

/** The cards are text; only the offer below them asks the server. */
export function Pricing({ tax = TAX }: { tax?: TaxRules }): ReactElement {
  return (
    <section id="pricing" className="page pb-16 md:pb-28">
      <div className="text-center">
        <h2 className="text-xl sm:text-2xl">Two ways to pay</h2>
        <p className="mt-3 text-quiet">
          Both include every feature. One renews monthly
          <EachSold>{(plan) => ` or ${planWord(plan)}`}</EachSold>; the other is a single payment.
        </p>
      </div>
      <PriceCards level="h3" tax={tax} />
      <p className="mt-8 text-center text-sm text-quiet">
        <a href={paths.pricingPage.href()} className="rounded-small underline hover:text-ink">
          Compare plans in detail
        </a>
      </p>
    </section>
  );
}

export const priceOf = (plan: OptionalPlan): string =>
  `${money(CATALOG[plan].price)} ${perPeriod(CATALOG[plan])}`;

/** What to say of each optional plan, shown by live/offer.ts while the operator sells it. */
export function EachSold({ children }: { children: (plan: OptionalPlan) => ReactNode }): ReactElement[] {
  return OPTIONAL_PLANS.map((plan) => (
    <span key={plan} hidden data-plan={plan}>
      {children(plan)}
    </span>
  ));
}

type PriceCardsProps = { level: "h2" | "h3"; tax?: TaxRules };

/** @param level of the plans' headings */
export function PriceCards({ level, tax = TAX }: PriceCardsProps): ReactElement {
  const note = taxNote(tax);
  const products = Object.values<Product>(CATALOG).filter(({ enabled }) => enabled);
  return (
    <>
      <div className="mx-auto mt-12 grid max-w-[54rem] gap-8 md:grid-cols-2 md:gap-6">
        {products.map((product) => (
          <PriceCard key={product.id} product={product} level={level} />
        ))}
      </div>
      {note !== null && <p className="mt-4 text-center text-sm text-quiet">{note}</p>}
      {CATALOG.lifetime.enabled && <LandingOffer />}
    </>
  );
}

function PriceCard({ product, level: Heading }: { product: Product; level: "h2" | "h3" }): ReactElement {
  const { mode, featured, limitedOffer } = product;
  return (
    <article
      aria-label={product.name}
      className={cx(
        "relative flex flex-col rounded-card border bg-surface p-6 sm:p-7",
        featured ? "border-ink" : "border-line",
      )}
    >
      {featured && (
        <span className="absolute -top-3 left-6 inline-flex h-6 items-center rounded-full bg-ink px-2.5 text-xs font-medium text-paper sm:left-7">
          Most Popular
        </span>
      )}
      {limitedOffer && (
        <Chip tone="warn" className="absolute -top-3 left-6 border border-warn/40 sm:left-7">
          Limited Offer
        </Chip>
      )}
      <Heading className="text-[1.0625rem]">{product.name}</Heading>
      <p className="mt-1 text-sm text-quiet">{product.description}</p>
      <p className="mt-5 flex items-baseline gap-2">
        <span className="figures text-2xl font-semibold tracking-[-0.03em]">{money(product.price)}</span>
        <span className="text-quiet">{perPeriod(product)}</span>
      </p>
      <p className="mt-1 flex items-center gap-2 text-sm">
        <s className="figures text-faint">
          <span className="sr-only">Instead of </span>
          {money(product.originalPrice)}
        </s>
        <span className="font-medium text-good-ink">{percentOff(product)}% OFF</span>
      </p>
      {mode === "subscription" && (
        <EachSold>
          {(plan) => (
            <a
              {...checkoutLink("subscription", plan)}
              className="mt-2 block w-fit rounded-small text-sm underline underline-offset-2 hover:text-signal-ink"
            >
              Or {priceOf(plan)}, which saves {money(CATALOG[plan].originalPrice - CATALOG[plan].price)}
            </a>
          )}
        </EachSold>
      )}
      <ul className="mt-6 mb-8 space-y-2.5 border-t border-line pt-6 text-[0.9375rem] leading-6">
        {PLAN_FEATURES.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-signal" />
            {feature}
          </li>
        ))}
      </ul>
      <a
        {...checkoutLink(mode)}
        className={buttonClass(featured ? "primary" : "secondary", "large", "mt-auto")}
      >
        {mode === "subscription" ? "Start Subscription" : "Get Lifetime Access"}
      </a>
    </article>
  );
}
