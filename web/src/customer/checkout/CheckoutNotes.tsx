import type { ReactElement } from "react";
import type { Product } from "#shared/catalog/catalog.ts";
import { Icon } from "../../ui/Icon.tsx";
import { CHECKOUT_QUESTIONS, TRUST } from "./content.ts";

export function TrustBadges(): ReactElement {
  return (
    <ul className="mt-12 grid gap-5 border-y border-line py-6 sm:grid-cols-3">
      {TRUST.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-3 text-sm">
          <Icon name={icon} className="mt-0.5 size-4.5 shrink-0 text-good" />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-quiet">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function CheckoutQuestions({ product }: { product: Product }): ReactElement {
  return (
    <section aria-label="Questions" className="mt-10 max-w-2xl">
      <h2 className="text-base">Questions</h2>
      <div className="mt-3 border-t border-line">
        {CHECKOUT_QUESTIONS.filter(({ only = product.mode }) => only === product.mode).map(
          ({ question, answer }) => (
            <details key={question} name="checkout-questions" className="group border-b border-line">
              <summary className="flex items-center gap-4 rounded-small py-3 text-[0.9375rem] hover:text-signal-ink">
                <span className="flex-1">{question}</span>
                <Icon
                  name="chevronDown"
                  className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pb-4 text-[0.9375rem] leading-6 text-quiet">{answer}</p>
            </details>
          ),
        )}
      </div>
    </section>
  );
}
