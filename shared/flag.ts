import * as z from "zod/mini";

/** A yes or no in an address: "true" or "false". False where it is missing. */
export const Flag = z._default(
  z.pipe(
    z.enum(["true", "false"]),
    z.transform((word) => word === "true"),
  ),
  false,
);
