export { buyerDiscountOf } from "./buyerDiscount.ts";
export { WHY_NOT } from "./facts.ts";
export { type Applied, applyCode, type Buyer } from "./find.ts";
export { discountOfCreator } from "./linked.ts";
export { MIN_CHARGE_CENTS, refused } from "./rules.ts";
