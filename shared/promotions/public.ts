import * as z from "zod/mini";
import { OPTIONAL_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { Promotions } from "./promotion.ts";

/** Returns the public view of the limited offer, and the optional plans for sale. */
export const getPromotions = endpoint({
  method: "GET",
  path: "/api/promotions",
  audience: "public",
  input: z.object({}),
  output: z.extend(Promotions, {
    plans: z.optional(z.array(z.enum(OPTIONAL_PLANS))),
  }),
});
