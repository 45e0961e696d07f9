import * as z from "zod/mini";

/** A form makes a request id when it opens. Repeating a call with the same id changes nothing. */
export const RequestId = z
  .string("requestId is required")
  .check(z.regex(/^[\w-]{8,64}$/, "requestId is not valid"));
