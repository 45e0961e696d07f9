export { applyCheckout } from "./checkoutCompleted.ts";
export { handleEvent } from "./handleEvent.ts";
export { invoicePaid } from "./invoicePaid.ts";
export { carryOut } from "./work.ts";
