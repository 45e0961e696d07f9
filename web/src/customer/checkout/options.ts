import type { ReactElement } from "react";
import { CreatorCode } from "./options/CreatorCode.tsx";
import { DiscountField, discountOf } from "./options/DiscountField.tsx";
import { HeldUnit } from "./options/HeldUnit.tsx";
import { CodeReplacesCredit, creditOf, EndingSubscription } from "./options/LifetimeCredit.tsx";
import { PlanChooser } from "./options/PlanChooser.tsx";
import { SeatChooser } from "./options/SeatChooser.tsx";
import type { Order } from "./order.ts";

/** A line of the order summary that lowers the price, in cents. */
export type Reduction = { name: string; cents: number };

/** What an option adds to the checkout. A part renders nothing where it does not apply. */
type Option = {
  belowPrice?: (props: { order: Order }) => ReactElement | null;
  aboveButton?: (props: { order: Order }) => ReactElement | null;
  reduction?: (order: Order) => Reduction | null;
};

/** From top to bottom of the page. An option stores the customer's choice in `choices`. */
export const OPTIONS: Readonly<Record<string, Option>> = {
  limitedOffer: { belowPrice: HeldUnit },
  plans: { belowPrice: PlanChooser },
  teams: { belowPrice: SeatChooser },
  discounts: { aboveButton: DiscountField, reduction: discountOf },
  lifetimeCredit: { belowPrice: EndingSubscription, aboveButton: CodeReplacesCredit, reduction: creditOf },
  creators: { aboveButton: CreatorCode },
};
