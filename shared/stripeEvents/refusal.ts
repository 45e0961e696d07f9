import * as z from "zod/mini";

/** Why a payment gives no license: the whole amount goes back. */
export const Refusal = z.enum(["sold out", "owned already", "subscribed already", "credit over", "refunded"]);
export type Refusal = z.output<typeof Refusal>;
