import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Promotions } from "./promotion.ts";

/** Returns the public view of the limited offer. */
export const getPromotions = endpoint({
  method: "GET",
  path: "/api/promotions",
  audience: "public",
  input: z.object({}),
  output: Promotions,
});
