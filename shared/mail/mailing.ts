import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * Who gets mail about an incident. Excludes suspended accounts, addresses with stopped mail, and customers who turned
 * this mail off.
 * customers: everyone with a working key · recent: those whose application used its key in the last 7 days · paying:
 * those whose license was bought or given
 */
export const AUDIENCES = ["customers", "recent", "paying"] as const;
export const Audience = z.enum(AUDIENCES, "must be customers, recent or paying");
export type Audience = z.output<typeof Audience>;

export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  customers: "Everyone with a working key",
  recent: "Used the application in the last 7 days",
  paying: "Bought and given licenses, without free keys and trials",
};

/** The mails about one update of an incident. */
export const Mailing = z.object({
  id: z.string(),
  incident_id: z.string(),
  update_at: Instant,
  audience: Audience,
  /** The number of customers whose mail was queued so far. */
  recipients: z.number(),
  /** When the first mail may go out. Until then, an operator has time to stop the mailing. */
  starts_at: Instant,
  /** When the last mail was queued, or the mailing ended early; null until then. */
  finished_at: z.nullable(Instant),
  stopped: z.boolean(),
});
export type Mailing = z.output<typeof Mailing>;

/** A message of the mail queue: continues a mailing where it stopped. */
export const MailingTurn = z.object({ mailing: z.string() });
export type MailingTurn = z.output<typeof MailingTurn>;
