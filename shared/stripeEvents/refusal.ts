import * as z from "zod/mini";

/** Why a payment gives no license and is refunded in full. */
export const Refusal = z.enum(["sold out", "owned already", "subscribed already", "credit over", "refunded"]);
export type Refusal = z.output<typeof Refusal>;
