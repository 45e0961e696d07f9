import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { line } from "../text.ts";

/** A page that affiliate links can open. `id` is its part of the link. */
export const Destination = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  is_active: z.boolean(),
  created_at: Instant,
});
export type Destination = z.output<typeof Destination>;

export const LONGEST_URL = 2048;

export const DestinationName = line("Name", 80);
/** functions/referrals/destinations/rules.ts checks the rest on the server. */
export const DestinationUrl = z
  .string("URL is required")
  .check(
    z.trim(),
    z.minLength(1, "URL is required"),
    z.maxLength(LONGEST_URL, `URL is too long (at most ${LONGEST_URL} characters)`),
  );
