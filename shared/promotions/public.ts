import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Promotions } from "./promotion.ts";

/** Returns the public view of the limited offer, and whether a year can be bought. */
export const getPromotions = endpoint({
  method: "GET",
  path: "/api/promotions",
  audience: "public",
  input: z.object({}),
  output: z.extend(Promotions, {
    /** The yearly plan is for sale; left out while it is not. */
    yearly: z.optional(z.literal(true)),
  }),
});
