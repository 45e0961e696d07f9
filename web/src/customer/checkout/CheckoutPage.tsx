import type { ReactElement } from "react";
import { useLoaderData, useNavigate } from "react-router-dom";
import { percentOff, perPeriod } from "#shared/catalog/catalog.ts";
import { PLAN_FEATURES } from "#shared/catalog/offers.ts";
import { MAY_RETURN } from "#shared/promotions/promotion.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { PlanTable } from "../../public/plans/PlanTable.tsx";
import { money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { CheckoutFrame } from "./CheckoutFrame.tsx";
import { CheckoutQuestions, TrustBadges } from "./CheckoutNotes.tsx";
import { EXTRAS } from "./content.ts";
import { type CheckoutData, loadCheckout, showsList } from "./loader.ts";
import { OrderSummary } from "./OrderSummary.tsx";
import { OPTIONS } from "./options.ts";
import type { ForSale } from "./order.ts";
import { ProveAddress } from "./ProveAddress.tsx";
import { Unavailable } from "./Unavailable.tsx";
import { useOrder } from "./useOrder.ts";
import { WaitingList } from "./WaitingList.tsx";

export const loader = loadCheckout;

const CANNOT_BUY = {
  owner: "You already own a lifetime license. There is nothing more to buy.",
  subscribed: "You already have a subscription.",
  suspended: "You can buy again once the suspension is lifted. You were not charged.",
} as const;
/** Headings of the page for a buyer who can buy nothing here. The specification quotes the heading for `free`. */
const HEADINGS = {
  owner: "You already have this",
  subscribed: "You already have this",
  suspended: "Your account is suspended",
  free: "Product Not Available",
} as const;
const OVER = "This offer has ended or is sold out.";
/** The page cannot tell whether the offer is over. */
const UNREAD = "This offer could not be loaded. Reload the page to try again.";

/** Why the page sells nothing. Recommends only a plan that the server would sell to this buyer. */
function whyUnavailable({ product, buyer, promotions }: CheckoutData): string {
  if (buyer === "owner" || buyer === "suspended") return CANNOT_BUY[buyer];
  if (product !== null) return CANNOT_BUY.subscribed;
  if (promotions === null) return UNREAD;
  if (promotions?.may_return) return MAY_RETURN;
  return buyer === "subscribed" ? OVER : `${OVER} The monthly subscription is still available.`;
}

export function Component(): ReactElement {
  const data = useLoaderData<CheckoutData>();
  useTitle("Checkout");
  const { product, buyer, promotions, place } = data;
  const canNever = buyer === "owner" || buyer === "suspended";
  if (product === null && !canNever && promotions !== null && place !== null && showsList(data))
    return <WaitingList promotions={promotions} place={place} email={data.email} />;
  const hasPlan = buyer === "subscribed" && product?.mode === "subscription";
  if (hasPlan && data.overdue !== null) {
    const { title, text, action } = data.overdue;
    return <Unavailable title={title} reason={text} plan remedy={action} />;
  }
  if (product === null || canNever || hasPlan)
    return (
      <Unavailable
        title={HEADINGS[canNever || hasPlan ? buyer : "free"]}
        reason={whyUnavailable(data)}
        plan={canNever || hasPlan}
      />
    );
  return <Checkout key={product.id} data={{ ...data, product }} />;
}

function Checkout({ data }: { data: ForSale }): ReactElement {
  const navigate = useNavigate();
  const { order, payment, pay } = useOrder(data);
  const { product, seats, sellsSeats } = order;

  return (
    <CheckoutFrame>
      <button
        type="button"
        onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(paths.dashboard.href()))}
        className="inline-flex min-h-6 items-center gap-2 rounded-small text-sm text-quiet hover:text-ink pointer-coarse:min-h-11"
      >
        <Icon name="arrowLeft" className="size-3.5" />
        Back
      </button>
      <div className="mt-5 grid gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-x-14">
        <div className="min-w-0">
          <h1 className="text-xl sm:text-[1.875rem] sm:leading-9">{product.name}</h1>
          <p className="mt-2 text-quiet">{product.description}</p>
          <p className="mt-5 flex flex-wrap items-baseline gap-x-2.5">
            <span className="figures text-2xl font-semibold tracking-[-0.03em]">{money(product.price)}</span>
            <span className="text-quiet">
              {product.months === null ? "one-time payment" : perPeriod(product)}
            </span>
            <s className="figures text-sm text-faint">
              <span className="sr-only">Instead of </span>
              {money(product.originalPrice)}
            </s>
            <span className="text-sm font-medium text-good-ink">{percentOff(product)}% OFF</span>
          </p>
          {Object.entries(OPTIONS).map(
            ([name, { belowPrice: Part }]) => Part && <Part key={name} order={order} />,
          )}
        </div>
        <OrderSummary
          product={product}
          seats={seats}
          reductions={Object.values(OPTIONS).flatMap(({ reduction }) => reduction?.(order) ?? [])}
          email={data.email}
          failure={payment.failure}
          pending={payment.pending || order.isReducing}
          onPay={pay}
        >
          {Object.entries(OPTIONS).map(
            ([name, { aboveButton: Part }]) => Part && <Part key={name} order={order} />,
          )}
          {payment.isUnproven && <ProveAddress email={data.email} onProven={pay} onLate={pay} />}
        </OrderSummary>
        <div className="min-w-0">
          <h2 className="text-base">What you get</h2>
          <div className="mt-3">
            <PlanTable only={sellsSeats ? [product.id, "team"] : [product.id]} hasPrices={false} />
          </div>
          <ul className="mt-4 grid gap-2.5 text-[0.9375rem] leading-6 sm:grid-cols-2">
            {[...EXTRAS[product.mode], ...PLAN_FEATURES.map(({ name }) => name)].map((feature) => (
              <li key={feature} className="flex gap-3">
                <Icon name="check" className="mt-1 size-4 shrink-0 text-signal" />
                {feature}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <TrustBadges />
      <CheckoutQuestions product={product} />
    </CheckoutFrame>
  );
}
