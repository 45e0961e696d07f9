export { endCredited, isCreditOver, takenOver } from "./credit/settle.ts";
export { unitBack, unitFor } from "./holding/unitFor.ts";
export { productOfSession } from "./page/checkoutSession.ts";
