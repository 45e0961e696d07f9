import type { ReactElement, ReactNode } from "react";
import type { Product } from "#shared/billing/catalog.ts";
import type { Credit } from "#shared/billing/credit.ts";
import type { Discount } from "#shared/billing/discounts.ts";
import { TAX, type TaxRules, taxNote } from "#shared/billing/tax.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Agreement } from "../account/Agreement.tsx";

type OrderSummaryProps = {
  product: Product;
  /** Of a code, as the server checked it. */
  discount?: Discount | null;
  /** For unused days of a subscription. */
  credit?: Credit | null;
  email: string;
  /** Why the last try came to nothing. */
  failure: string | null;
  pending: boolean;
  onPay: () => void;
  tax?: TaxRules;
  /** What may still be entered before paying. */
  children?: ReactNode;
};

export function OrderSummary(props: OrderSummaryProps): ReactElement {
  const { product, discount = null, credit = null, email, failure, pending, onPay, children } = props;
  const note = taxNote(props.tax ?? TAX);
  const saved = product.originalPrice - product.price;
  return (
    <Card className="h-fit p-5 sm:p-6 lg:sticky lg:top-6">
      <h2 className="text-[1.0625rem]">Order summary</h2>
      <p className="mt-4 text-sm text-quiet">Signed in as</p>
      <p className="truncate text-sm font-medium">{email}</p>
      <dl className="figures mt-4 space-y-2 border-t border-line pt-4 text-sm">
        <div className="flex justify-between gap-4">
          <dt>{product.name}</dt>
          <dd>{money(product.originalPrice)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-good-ink">
          <dt>Discount</dt>
          <dd>−{money(saved)}</dd>
        </div>
        {discount !== null && (
          <div className="flex justify-between gap-4 text-good-ink">
            <dt>Code {discount.code}</dt>
            <dd>−{money(product.price - discount.price_cents)}</dd>
          </div>
        )}
        {credit !== null && (
          <div className="flex justify-between gap-4 text-good-ink">
            <dt>Unused days of your subscription</dt>
            <dd>−{money(credit.cents)}</dd>
          </div>
        )}
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-semibold">
          <dt>{product.interval === null ? "Total" : "Due today"}</dt>
          <dd>{money(discount?.price_cents ?? product.price - (credit?.cents ?? 0))}</dd>
        </div>
      </dl>
      <p className="mt-1 text-xs text-quiet">
        {product.interval === null
          ? "Once. Nothing renews."
          : discount === null
            ? `Then the same amount each ${product.interval} until you cancel.`
            : `Then ${money(product.price)} each ${product.interval} until you cancel.`}
      </p>
      {note !== null && <p className="mt-1 text-xs text-quiet">{note}</p>}
      {children}
      {/* Where one looks who has just pressed the button: on a phone the page's top is far away. */}
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
        You enter your card on Stripe's page, then return here for your key.
      </p>
      <Agreement deed="By continuing" />
    </Card>
  );
}
