import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** A mail to a customer. `sent`: Amazon took it; false while it waits, or where it was refused. */
export const CustomerMail = z.object({
  id: z.string(),
  template: z.string(),
  subject: z.string(),
  at: Instant,
  sent: z.boolean(),
});
export type CustomerMail = z.output<typeof CustomerMail>;
