export { applyCheckout } from "./applyCheckout.ts";
export { handleEvent } from "./handleEvent.ts";
export { invoicePaid } from "./invoicePaid.ts";
export { carryOut } from "./work.ts";
