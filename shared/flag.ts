import * as z from "zod/mini";

/** A boolean in a query: "true" or "false". Default: false. */
export const Flag = z._default(
  z.pipe(
    z.enum(["true", "false"]),
    z.transform((word) => word === "true"),
  ),
  false,
);
