import { useState } from "react";
import type { Product } from "#shared/catalog/catalog.ts";
import { withPlan } from "./loader.ts";
import { useDiscount } from "./options/useDiscount.ts";
import type { Choices, ForSale, Order } from "./order.ts";
import { type Payment, usePayment } from "./usePayment.ts";

export function useOrder(data: ForSale): { order: Order; payment: Omit<Payment, "pay">; pay: () => void } {
  const [product, setProduct] = useState(data.product);
  const [choices, setChoices] = useState<Choices>({});
  const payment = usePayment(product, data.planPrices);
  const { mistakeOf } = payment;
  const reduced = useDiscount(product, data.linkedCode);
  const { seats: chosenSeats = 1, ...others } = choices;
  // A lifetime license is for one computer, even if the customer chose more seats for a subscription.
  const sellsSeats = product.mode === "subscription" && data.maxSeats > 1;
  const seats = sellsSeats ? chosenSeats : 1;
  // The server may refuse the discount only when the customer pays. The discounted price is then invalid.
  const discount = mistakeOf("code") === undefined ? reduced.discount : null;
  const credit = discount === null ? data.credit : null;
  const choosePlan = (plan: Product): void => {
    setProduct(plan);
    // Keeps the choice on a reload.
    window.history.replaceState(window.history.state, "", withPlan(window.location.href, plan));
  };
  const pay = (): void =>
    void payment.pay({
      ...others,
      ...(seats === 1 ? {} : { seats }),
      ...(discount === null ? {} : { code: discount.code }),
      ...(credit === null ? {} : { credit: { cents: credit.cents, at: credit.at } }),
    });
  const order: Order = {
    data,
    product,
    choosePlan,
    choices,
    choose: (changed) => setChoices((before) => ({ ...before, ...changed })),
    sellsSeats,
    seats,
    discount,
    applyDiscount: reduced.apply,
    credit,
    mistakeOf: (choice) => mistakeOf(choice) ?? (choice === "code" ? reduced.mistake : undefined),
    isReducing: reduced.pending,
  };
  return { order, payment, pay };
}
