import * as z from "zod/mini";

/** SES's own figures: mails a second, and mails in the last 24 hours out of `max`, which is null without a limit. */
export const SendingQuota = z.object({
  paused: z.boolean(),
  per_second: z.number(),
  sent: z.number(),
  max: z.nullable(z.number()),
});
export type SendingQuota = z.output<typeof SendingQuota>;

/** A message of the mail queue: retries the mails that SES deferred. */
export const WaitingTurn = z.object({ waiting: z.literal(true) });
export type WaitingTurn = z.output<typeof WaitingTurn>;
