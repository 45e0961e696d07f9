import * as z from "zod/mini";

/** A form makes one when it opens: a call that is repeated with it changes nothing more. */
export const RequestId = z
  .string("requestId is required")
  .check(z.regex(/^[\w-]{8,64}$/, "requestId is not valid"));
