import type { ReactElement } from "react";
import { AFFILIATE_COOKIE_LASTS, DEFAULT_RATE, WHOLE_RATE } from "#shared/affiliates/affiliate.ts";
import { COMMISSION_MONTHS, HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { COUNTRIES, isPaidIn } from "#shared/affiliates/countries.ts";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY } from "#shared/instant.ts";
import { SMALLEST_REQUEST_CENTS } from "#shared/payouts/request.ts";
import { countryName } from "#shared/words.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { money } from "../../ui/format.ts";
import { PageHead } from "../explain/PageHead.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";

const PERCENT = (100 * DEFAULT_RATE) / WHOLE_RATE;
const share = (cents: number): string => money((cents * DEFAULT_RATE) / WHOLE_RATE);
const PAID_IN = COUNTRIES.filter((country) => isPaidIn(country))
  .map(countryName)
  .sort((a, b) => a.localeCompare(b));

const FACTS: readonly { title: string; text: string }[] = [
  {
    title: "What you earn",
    text: `You earn ${PERCENT}% of what a customer pays before tax. A lifetime license at ${money(CATALOG.lifetime.price)} earns you ${share(CATALOG.lifetime.price)}. A monthly subscription earns you ${share(CATALOG.monthly.price)} for each of its first ${COMMISSION_MONTHS} months.`,
  },
  {
    title: "How a customer becomes yours",
    text: `Customers are yours if they sign up within ${AFFILIATE_COOKIE_LASTS / DAY} days of a click on your link, or if they enter your code at checkout. The last link wins, and a code overrides every link. Your own purchases, and those of your team, earn nothing.`,
  },
  {
    title: "When you are paid",
    text: `We hold a commission for ${HOLD_DAYS.subscription} days after the payment (${HOLD_DAYS.lifetime} days for a lifetime license), in case the customer gets a refund. Then you can request a payout of ${money(SMALLEST_REQUEST_CENTS)} or more. If a customer is refunded, the commission is canceled, or reduced for a partial refund.`,
  },
  {
    title: "How you are paid",
    text: "Stripe pays your bank account and verifies your identity. We see neither your bank details nor your ID. Each payout has a statement for your books, as PDF and CSV.",
  },
];

export function AffiliatesPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <PageHead title={`Recommend ${BRAND.name} and earn ${PERCENT}%`}>
          Share a link or a code. When someone buys, you get a share of what they pay. Joining is free and
          takes a minute.
        </PageHead>
        <a
          href={paths.signup.href(paths.affiliate.href())}
          className={buttonClass("primary", "large", "mt-8")}
        >
          Join the program
        </a>
        <dl className="mt-14 grid gap-x-12 gap-y-8 md:grid-cols-2">
          {FACTS.map(({ title, text }) => (
            <div key={title} className="border-t border-line pt-5">
              <dt className="font-medium">{title}</dt>
              <dd className="mt-2 text-quiet">{text}</dd>
            </div>
          ))}
        </dl>
        <section className="mt-14 max-w-[46rem]">
          <h2 className="text-xl sm:text-2xl">Where Stripe can pay you</h2>
          <p className="mt-3 text-quiet">
            Your bank account has to be in one of these countries: {PAID_IN.join(", ")}. We ask for the
            country before you join.
          </p>
          <p className="mt-3 text-quiet">
            The{" "}
            <a href={`${paths.terms.href()}#affiliates`} className="underline">
              terms of the program
            </a>{" "}
            are part of our terms.
          </p>
        </section>
      </div>
    </PublicFrame>
  );
}
