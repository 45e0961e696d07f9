import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Promotions } from "./promotion.ts";

/** The limited offer as everybody may see it. */
export const getPromotions = endpoint({
  method: "GET",
  path: "/api/promotions",
  audience: "public",
  input: z.object({}),
  output: Promotions,
});
