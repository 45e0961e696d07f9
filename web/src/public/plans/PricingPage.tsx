import type { ReactElement } from "react";
import { PLAN_FEATURES } from "#shared/catalog/offers.ts";
import { SELLER } from "#shared/seller.ts";
import { Chip } from "../../ui/Chip.tsx";
import { PageHead } from "../explain/PageHead.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { PriceCards } from "../landing/Pricing.tsx";
import { Invitation } from "../landing/Sections.tsx";
import { Calculator } from "./Calculator.tsx";
import { ENTITLEMENTS } from "./content.tsx";
import { PlanTable } from "./PlanTable.tsx";

export function PricingPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <PageHead title="Plans and prices">
          Start free. Every paid plan has every feature. The plans differ in how you pay.
        </PageHead>
        <div className="*:max-w-none">
          <PriceCards level="h2" />
        </div>
        <section className="mt-16 md:mt-24">
          <h2 className="text-xl sm:text-2xl">Compare plans</h2>
          <div className="mt-6">
            <PlanTable />
          </div>
        </section>
        <Calculator />
        <section className="mt-16 md:mt-24">
          <h2 className="text-xl sm:text-2xl">The features</h2>
          <dl className="mt-6 grid gap-x-12 gap-y-4 sm:grid-cols-2">
            {PLAN_FEATURES.map(({ name, text, premium }) => (
              <div key={name}>
                <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  {name} {premium && <Chip>Premium</Chip>}
                </dt>
                <dd className="text-quiet">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="mt-16 md:mt-24">
          <h2 className="text-xl sm:text-2xl">Before you pay</h2>
          <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
            {ENTITLEMENTS.map(({ id, title, body }) => (
              <div key={id} id={id} className="scroll-mt-24 border-t border-line pt-5">
                <dt className="font-medium">{title}</dt>
                <dd className="mt-2 text-quiet [&_a]:text-ink [&_a]:underline">{body}</dd>
              </div>
            ))}
            <Seller />
          </dl>
        </section>
      </div>
      <Invitation />
    </PublicFrame>
  );
}

function Seller(): ReactElement {
  return (
    <div id="seller" className="scroll-mt-24 border-t border-line pt-5">
      <dt className="font-medium">Sold by</dt>
      <dd className="mt-2 text-quiet">
        <address className="not-italic">
          {[SELLER.entity, ...SELLER.address, SELLER.register, SELLER.tax].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </dd>
    </div>
  );
}
