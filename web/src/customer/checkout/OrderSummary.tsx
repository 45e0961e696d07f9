import type { ReactElement, ReactNode } from "react";
import { type Product, periodOf } from "#shared/catalog/catalog.ts";
import { TAX, type TaxRules, taxNote } from "#shared/payments/tax.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Agreement } from "../account/Agreement.tsx";
import type { Reduction } from "./options.ts";

type OrderSummaryProps = {
  product: Product;
  seats?: number;
  reductions?: readonly Reduction[];
  email: string;
  failure: string | null;
  pending: boolean;
  onPay: () => void;
  tax?: TaxRules;
  /** Fields above the button, such as a code's. */
  children?: ReactNode;
};

export function OrderSummary(props: OrderSummaryProps): ReactElement {
  const { product, seats = 1, reductions = [], email, failure, pending, onPay, children } = props;
  const note = taxNote(props.tax ?? TAX);
  const price = product.price * seats;
  const saved = product.originalPrice * seats - price;
  const due = reductions.reduce((left, { cents }) => left - cents, price);
  return (
    <Card className="h-fit min-w-0 p-5 wrap-anywhere sm:p-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <h2 className="text-[1.0625rem]">Order summary</h2>
      <p className="mt-4 text-sm text-quiet">Signed in as</p>
      <p className="text-sm font-medium">{email}</p>
      <dl className="figures mt-4 space-y-2 border-t border-line pt-4 text-sm">
        <div className="flex justify-between gap-4">
          <dt>{seats > 1 ? `${seats} × ${product.name}` : product.name}</dt>
          <dd>{money(product.originalPrice * seats)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-good-ink">
          <dt>Discount</dt>
          <dd>−{money(saved)}</dd>
        </div>
        {reductions.map(({ name, cents }) => (
          <div key={name} className="flex justify-between gap-4 text-good-ink">
            <dt>{name}</dt>
            <dd>−{money(cents)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-semibold">
          <dt>{product.months === null ? "Total" : "Due today"}</dt>
          <dd>{money(due)}</dd>
        </div>
      </dl>
      <p className="mt-1 text-xs text-quiet">
        {product.months === null
          ? "You pay once. Nothing renews."
          : reductions.length === 0
            ? `Then the same amount each ${periodOf({ months: product.months })} until you cancel.`
            : `Then ${money(price)} each ${periodOf({ months: product.months })} until you cancel.`}
      </p>
      {note !== null && <p className="mt-1 text-xs text-quiet">{note}</p>}
      {children}
      {/* Beside the button, because the top of the page may be out of view on a phone. */}
      {failure !== null && (
        <Banner tone="bad" title="Payment Error:" className="mt-5">
          {failure}
        </Banner>
      )}
      <Button variant="primary" size="large" className="mt-5 w-full" pending={pending} onClick={onPay}>
        Continue to payment
      </Button>
      <p className="mt-3 flex items-start gap-2 text-xs text-quiet">
        <Icon name="lock" className="mt-px size-3.5 shrink-0" />
        You enter your card on Stripe's page, then return here for your license key.
      </p>
      <Agreement deed="By continuing" />
    </Card>
  );
}
