import type { ReactElement } from "react";
import { CATALOG, OPTIONAL_PLANS, type Product, percentOff, perPeriod } from "#shared/catalog/catalog.ts";
import { PLAN_FEATURES } from "#shared/catalog/offers.ts";
import { TAX, type TaxRules, taxNote } from "#shared/payments/tax.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { cx } from "../../ui/cx.ts";
import { money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { checkoutLink } from "../offer/checkoutLinks.ts";
import { LandingOffer } from "../offer/LandingOffer.tsx";
import { PlanTable } from "../plans/PlanTable.tsx";

/** Static text, except the limited offer and the optional plans, which live/offer.ts loads. */
export function Pricing({ tax = TAX }: { tax?: TaxRules }): ReactElement {
  return (
    <section id="pricing" className="page pb-12 md:pb-28">
      <div className="text-center">
        <h2 className="text-xl sm:text-2xl">Start free, pay when you need more</h2>
        <p className="mt-3 text-quiet">Every paid plan has every feature. The plans differ in how you pay.</p>
      </div>
      <PriceCards level="h3" tax={tax} />
      <div className="mx-auto mt-8 max-w-[54rem]">
        <PlanTable />
      </div>
      <p className="mt-6 text-center text-sm text-quiet">
        <a href={paths.pricingPage.href()} className="rounded-small underline hover:text-ink">
          Compare plans in detail
        </a>
      </p>
    </section>
  );
}

type PriceCardsProps = { level: "h2" | "h3"; tax?: TaxRules };

export function PriceCards({ level, tax = TAX }: PriceCardsProps): ReactElement {
  const note = taxNote(tax);
  const products = Object.values<Product>(CATALOG).filter(({ enabled }) => enabled);
  return (
    <>
      <div className="mx-auto mt-10 grid max-w-[54rem] grid-cols-1 gap-8 md:grid-cols-2 md:gap-6">
        {products.map((product) => (
          <PriceCard key={product.id} product={product} level={level} />
        ))}
      </div>
      {note !== null && <p className="mt-4 text-center text-sm text-quiet">{note}</p>}
    </>
  );
}

function PriceCard({ product, level: Heading }: { product: Product; level: "h2" | "h3" }): ReactElement {
  const { mode, featured, limitedOffer } = product;
  return (
    <article
      aria-label={product.name}
      data-sold={limitedOffer ? "lifetime_enabled" : undefined}
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
      {mode === "subscription" &&
        OPTIONAL_PLANS.map((plan) => (
          <a
            key={plan}
            hidden
            data-sold={plan}
            {...checkoutLink("subscription", plan)}
            className="mt-2 block w-fit rounded-small text-sm underline underline-offset-2 hover:text-signal-ink"
          >
            Or {money(CATALOG[plan].price)} {perPeriod(CATALOG[plan])}, which saves{" "}
            {money(CATALOG[plan].originalPrice - CATALOG[plan].price)}
          </a>
        ))}
      <ul className="mt-6 mb-8 space-y-2.5 border-t border-line pt-6 text-[0.9375rem] leading-6">
        {PLAN_FEATURES.map(({ name }) => (
          <li key={name} className="flex gap-3">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-signal" />
            {name}
          </li>
        ))}
      </ul>
      {limitedOffer ? (
        <LandingOffer />
      ) : (
        <a {...checkoutLink(mode)} className={buttonClass("primary", "large", "mt-auto")}>
          Start Subscription
        </a>
      )}
    </article>
  );
}
