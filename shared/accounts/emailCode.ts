import * as z from "zod/mini";
import { DAY, Instant, MINUTE } from "../instant.ts";
import { lettersAndDigits } from "../typed.ts";

/** A mailed code of six digits proves an address. It is valid for 15 minutes and five attempts. */
export const EMAIL_CODE_LASTS = 15 * MINUTE;
export const MAX_CODE_TRIES = 5;
/** One code a minute and five a day: the address may belong to a stranger. */
export const NEXT_CODE_AFTER = MINUTE;
export const MAX_CODES_PER_DAY = 5;
export const CODES_COUNT_FOR = DAY;

export const EmailCode = z.object({
  hash: z.string(),
  expiresAt: Instant,
  tries: z.number(),
  /** When we mailed codes in the last day, latest last. */
  sentAt: z.array(Instant),
});
export type EmailCode = z.output<typeof EmailCode>;

export const TypedEmailCode = z.pipe(
  z.pipe(z.string("Enter the code from the email").check(z.maxLength(40)), z.transform(lettersAndDigits)),
  z.string().check(z.regex(/^\d{6}$/, "Enter the six digits from the email")),
);
