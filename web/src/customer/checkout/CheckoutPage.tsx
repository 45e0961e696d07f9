import { type ReactElement, useState } from "react";
import { useLoaderData, useNavigate } from "react-router-dom";
import { type Product, percentOff, perPeriod } from "#shared/catalog/catalog.ts";
import { PLAN_FEATURES } from "#shared/catalog/offers.ts";
import type { Credit } from "#shared/checkout/credit.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { MAY_RETURN } from "#shared/promotions/promotion.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { PlanTable } from "../../public/plans/PlanTable.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { atTime, money } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { CheckoutFrame } from "./CheckoutFrame.tsx";
import { CheckoutQuestions, TrustBadges } from "./CheckoutNotes.tsx";
import { CreatorCode } from "./CreatorCode.tsx";
import { EXTRAS } from "./content.ts";
import { DiscountField } from "./DiscountField.tsx";
import { HeldUnit, type HeldUnitProps } from "./HeldUnit.tsx";
import { heldUntil, isTurn } from "./held.ts";
import { type CheckoutData, loadCheckout, type PlanPrices, showsList, withPlan } from "./loader.ts";
import { OrderSummary } from "./OrderSummary.tsx";
import { PlanChooser } from "./PlanChooser.tsx";
import { ProveAddress } from "./ProveAddress.tsx";
import { SeatChooser } from "./SeatChooser.tsx";
import { Unavailable } from "./Unavailable.tsx";
import { useDiscount } from "./useDiscount.ts";
import { usePayment } from "./usePayment.ts";
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

/** Why the page sells nothing. Recommends no plan that the server would refuse to sell to this buyer. */
function whyUnavailable({ product, buyer, promotions }: CheckoutData): string {
  if (buyer === "owner" || buyer === "suspended") return CANNOT_BUY[buyer];
  if (product !== null) return CANNOT_BUY.subscribed;
  if (promotions === null) return UNREAD;
  if (promotions?.may_return) return MAY_RETURN;
  return buyer === "subscribed" ? OVER : `${OVER} The monthly subscription is still available.`;
}

export function Component(): ReactElement {
  const data = useLoaderData<CheckoutData>();
  const {
    product,
    plans,
    buyer,
    email,
    takesCodes,
    linkedCode,
    takesDiscounts,
    planPrices,
    credit,
    maxSeats,
  } = data;
  useTitle("Checkout");
  const { promotions, place, skew } = data;
  const until = heldUntil(place);
  const canNever = buyer === "owner" || buyer === "suspended";
  if (product === null && !canNever && promotions !== null && place !== null && showsList(data))
    return <WaitingList promotions={promotions} place={place} email={email} />;
  const hasPlan = buyer === "subscribed" && product?.mode === "subscription";
  if (product === null || canNever || hasPlan)
    return (
      <Unavailable
        title={HEADINGS[canNever || hasPlan ? buyer : "free"]}
        reason={whyUnavailable(data)}
        plan={canNever || hasPlan}
      />
    );
  return (
    <Checkout
      key={product.id}
      asked={product}
      plans={plans}
      choosable={data.choosable}
      email={email}
      takesCodes={takesCodes}
      linkedCode={linkedCode}
      takesDiscounts={takesDiscounts}
      planPrices={planPrices}
      credit={credit}
      maxSeats={maxSeats}
      subscribed={buyer === "subscribed"}
      endsNow={data.endsNow}
      otherSeatsEnd={data.otherSeatsEnd}
      held={until === null ? null : { until, skew, isPaying: place === null || !isTurn(place) }}
    />
  );
}

/** What a purchase of the lifetime license does to the subscription. */
const endOfSubscription = ({ endsNow, otherSeatsEnd: end }: CheckoutProps): string =>
  `Once you own the lifetime license, your subscription ${
    endsNow
      ? "ends at once, and its open payment is no longer due"
      : "stops renewing and ends when its paid period ends"
  }.${end === null ? "" : afterTeam(endsNow ? "at once, too" : `on ${atTime(fromEpochSeconds(end))}`)}`;

/** The owner of a lifetime license cannot buy seats, so their team ends with the subscription. */
const afterTeam = (when: string): string =>
  ` The license keys of your other seats end ${when}. To keep a team, buy seats with another account: an account with a lifetime license can't buy seats.`;

type CheckoutProps = {
  asked: Product;
  plans: readonly Product[];
  choosable: boolean;
  email: string;
  takesCodes: boolean;
  linkedCode: string;
  takesDiscounts: boolean;
  planPrices: PlanPrices;
  credit: Credit | null;
  maxSeats: number;
  subscribed: boolean;
  endsNow: boolean;
  otherSeatsEnd: number | null;
  /** A unit that is held for the customer. */
  held: HeldUnitProps | null;
};

function Checkout(props: CheckoutProps): ReactElement {
  const { asked, plans, email, takesCodes, linkedCode, takesDiscounts, planPrices, subscribed, held } = props;
  const navigate = useNavigate();
  const [product, setProduct] = useState(asked);
  const [chosenSeats, setSeats] = useState(1);
  // A lifetime license is for one computer, even if the customer chose more seats for a subscription.
  const sellsSeats = product.mode === "subscription" && props.maxSeats > 1;
  const seats = sellsSeats ? chosenSeats : 1;
  const [code, setCode] = useState("");
  const payment = usePayment(product, planPrices, seats);
  const { failure, isUnproven, codeMistake, discountMistake, pending } = payment;
  const reduced = useDiscount(product, linkedCode);
  // The server refused the discount at the payment, so its price no longer holds.
  const discount = discountMistake === undefined ? reduced.discount : null;
  // Stripe accepts a discount or a credit, but not both.
  const credit = discount === null ? props.credit : null;
  const pay = () => void payment.pay(code, discount?.code ?? "", credit);
  const choose = (plan: Product): void => {
    setProduct(plan);
    // Keeps the choice on a reload.
    window.history.replaceState(window.history.state, "", withPlan(window.location.href, plan));
  };

  return (
    <CheckoutFrame>
      <button
        type="button"
        onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(paths.dashboard.href()))}
        className="inline-flex items-center gap-2 rounded-small text-sm text-quiet hover:text-ink"
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
          {held !== null && <HeldUnit {...held} />}
          {props.choosable && plans.length > 1 && (
            <PlanChooser plans={plans} chosen={product} onChoose={choose} />
          )}
          {sellsSeats && (
            <SeatChooser product={product} most={props.maxSeats} chosen={seats} onChoose={setSeats} />
          )}
          {subscribed && (
            <Banner tone="neutral" className="mt-6">
              {credit === null
                ? endOfSubscription(props)
                : "Once you own the lifetime license, your subscription ends, and its unused days come off the price. Your license key stays the same."}
            </Banner>
          )}
        </div>
        <OrderSummary
          product={product}
          seats={seats}
          discount={discount}
          credit={credit}
          email={email}
          failure={failure}
          pending={pending || reduced.pending}
          onPay={pay}
        >
          {takesDiscounts && (
            <DiscountField
              linked={linkedCode}
              discount={discount}
              mistake={discountMistake ?? reduced.mistake}
              pending={reduced.pending}
              onApply={reduced.apply}
            />
          )}
          {takesDiscounts && props.credit !== null && (
            <p className="mt-2 text-xs text-quiet">
              A discount code replaces the credit for unused days. Your subscription then runs until its paid
              period ends.
            </p>
          )}
          {/* An affiliate's discount names the affiliate already. */}
          {takesCodes && discount?.names_affiliate !== true && (
            <CreatorCode
              value={code}
              onChange={setCode}
              mistake={codeMistake}
              mayReduce={takesDiscounts && credit === null}
            />
          )}
          {isUnproven && <ProveAddress email={email} onProven={pay} onLate={pay} />}
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
