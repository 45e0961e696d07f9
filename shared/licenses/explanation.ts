import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { LICENSE_CODES } from "./standing.ts";

/** Where a fix is made: a path of the site, or an address to write to. */
const Button = z.object({ label: z.string(), href: z.string() });

/** Why a license works or does not work, for the person in front of the computer. */
export const Explanation = z.object({
  code: z.enum(LICENSE_CODES),
  /** What is the matter, in one sentence. */
  sentence: z.string(),
  cause: z.string(),
  fix: z.string(),
  /** Leads to the fix; null where there is nothing to do, or only on the computer itself. */
  button: z.nullable(Button),
  /** When another attempt can succeed without a fix; null where time alone changes nothing. */
  retry_at: z.nullable(Instant),
});
export type Explanation = z.output<typeof Explanation>;
