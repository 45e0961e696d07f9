import type { ReactElement } from "react";
import { CATALOG, periodOf } from "#shared/catalog/catalog.ts";
import { SELLER } from "#shared/seller.ts";
import { PageHead } from "../explain/PageHead.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { EachSold, PriceCards } from "../landing/Pricing.tsx";
import { Invitation } from "../landing/Sections.tsx";
import { COMPARISON, ENTITLEMENTS } from "./content.tsx";

/** Both plans side by side, and what a buyer asks before they pay. */
export function PricingPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <PageHead title="Two plans, the same application">
          Pay each month<EachSold>{(plan) => ` or each ${periodOf(CATALOG[plan])}`}</EachSold>, or pay once.
          Both plans include every feature and every update while your plan is active.
        </PageHead>
        <div className="*:max-w-none">
          <PriceCards level="h2" />
        </div>
        <Comparison />
        <section className="mt-20 md:mt-28">
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

function Comparison(): ReactElement {
  return (
    <section className="mt-20 md:mt-28">
      <h2 className="text-xl sm:text-2xl">Compare plans</h2>
      <table className="mt-6 hidden w-full table-fixed text-left text-[0.9375rem] sm:table">
        <thead>
          <tr className="border-b border-line text-sm">
            <td />
            {COMPARISON.plans.map((plan) => (
              <th key={plan} scope="col" className="py-3 pr-6 font-medium text-ink">
                {plan}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARISON.rows.map(([name, ...cells]) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="py-3 pr-6 font-medium">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={COMPARISON.plans[at]} className="py-3 pr-6 text-quiet">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* Four columns do not fit a phone: there, each plan is a list. */}
      <div className="mt-6 grid gap-8 sm:hidden">
        {COMPARISON.plans.map((plan, at) => (
          <section key={plan}>
            <h3 className="text-base tracking-normal">{plan}</h3>
            <dl className="mt-2 text-[0.9375rem]">
              {COMPARISON.rows.map(([name, ...cells]) => (
                <div key={name} className="flex gap-4 border-t border-line py-2.5">
                  <dt className="w-28 shrink-0 font-medium">{name}</dt>
                  <dd className="text-quiet">{cells[at]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
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
