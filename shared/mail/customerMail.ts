import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** A mail to a customer. `sent`: whether Amazon has accepted it. */
export const CustomerMail = z.object({
  id: z.string(),
  template: z.string(),
  subject: z.string(),
  at: Instant,
  sent: z.boolean(),
});
export type CustomerMail = z.output<typeof CustomerMail>;
