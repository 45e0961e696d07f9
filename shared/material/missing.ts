import { BRAND } from "../brand.ts";
import { SELLER } from "../seller.ts";
import { CONTENT, missingFrom } from "./material.ts";

/** What the seller still has to supply before the shop opens. */
export const MISSING: readonly string[] = [
  ...missingFrom(CONTENT),
  ...(SELLER.entity.includes("Example") ? ["The seller's name, address and numbers"] : []),
  ...(BRAND.siteUrl.endsWith(".example") ? ["The shop's domain and email addresses"] : []),
];
