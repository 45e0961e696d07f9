import type { ReactElement } from "react";
import { BASE_PLAN, CATALOG, perPeriod } from "#shared/catalog/catalog.ts";
import { PRICES_READ, PROVIDER_PRICES, type PriceId } from "#shared/material/providerPrices.ts";
import { onDay } from "#shared/words.ts";
import { money } from "../../ui/format.ts";
import { costSentence, type Prices, WORDS_PER_MINUTE } from "./videoCost.ts";

const VIDEO = { articleWords: 1200, minutes: 3 };

type CalculatorProps = { prices?: Prices; read?: string | undefined };

/** live/calculator.ts recomputes the sum as the visitor types. */
export function Calculator({ prices = listed(), read = PRICES_READ }: CalculatorProps): ReactElement {
  const plan = CATALOG[BASE_PLAN];
  return (
    <section id="video-cost" className="mt-16 scroll-mt-24 md:mt-24">
      <h2 className="text-xl sm:text-2xl">What a video costs</h2>
      <p className="mt-3 max-w-[42.5rem] text-quiet">
        A free key costs nothing, and paid plans start at {money(plan.price)} {perPeriod(plan)}. Besides the
        license, you pay your providers for what you use.{" "}
        {read === undefined
          ? "Type their prices from the linked pages."
          : `The prices below are from ${onDay(read)}. Change the prices that differ from yours.`}
      </p>
      <form data-calculator="" className="mt-6 rounded-card border border-line bg-surface p-6">
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          <Amount name="articleWords" label="Article, in words" value={VIDEO.articleWords} />
          <Amount name="minutes" label="Video, in minutes" value={VIDEO.minutes} />
          {PROVIDER_PRICES.map(({ id, unit, provider, source }) => (
            <Amount key={id} name={id} label={`${unit}, in USD`} value={prices[id]}>
              <a
                href={source}
                target="_blank"
                rel="noreferrer"
                className="rounded-small underline hover:text-ink"
              >
                {provider}'s prices
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </Amount>
          ))}
        </div>
        <output className="mt-6 block border-t border-line pt-5 font-medium">
          {costSentence(VIDEO, prices)}
        </output>
        <p className="mt-2 text-sm text-quiet">
          The sum includes one script, one take of each scene, and one piece of music. A minute has about{" "}
          {WORDS_PER_MINUTE} spoken words. Each repeated take or script costs extra.
        </p>
      </form>
    </section>
  );
}

function listed(): Prices {
  const of = (id: PriceId) => PROVIDER_PRICES.find((price) => price.id === id)?.usd;
  return { read: of("read"), written: of("written"), spoken: of("spoken"), piece: of("piece") };
}

type AmountProps = { name: string; label: string; value: number | undefined; children?: ReactElement };

function Amount({ name, label, value, children }: AmountProps): ReactElement {
  return (
    <div>
      <label htmlFor={name} className="block text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        type="number"
        inputMode="decimal"
        min="0"
        step="any"
        defaultValue={value}
        className="figures mt-1.5 h-10 w-full rounded-control border border-edge bg-surface px-3 pointer-coarse:h-11"
      />
      {children && <p className="mt-1 text-sm text-quiet">{children}</p>}
    </div>
  );
}
