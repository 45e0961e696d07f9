import * as z from "zod/mini";
import { OPTIONAL_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { Promotions } from "./promotion.ts";

/** Returns the public view of the limited offer, and what else is for sale. Omits plans that are not for sale. */
export const getPromotions = endpoint({
  method: "GET",
  path: "/api/promotions",
  audience: "public",
  input: z.object({}),
  output: z.extend(Promotions, {
    plans: z.optional(z.array(z.enum(OPTIONAL_PLANS))),
    /** The length of the trial of a new customer's free key; absent if there is no trial. */
    trial_days: z.optional(z.int()),
    /** Whether a subscription can have several seats. */
    teams: z.optional(z.boolean()),
  }),
});
