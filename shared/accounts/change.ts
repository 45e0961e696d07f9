import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * A message of the changes queue: an account changed, and other services must follow.
 * reclaimed: the owner of an unconfirmed address reset the password, so data that others may have added is removed ·
 * emailChanged: the user pool, Stripe and the affiliate's record take the row's address · confirmed: the address is
 * proven, so no other account can claim the mailbox's free key
 */
export const AccountChange = z.object({
  userId: z.string(),
  kind: z.enum(["reclaimed", "emailChanged", "confirmed"]),
});
export type AccountChange = z.output<typeof AccountChange>;

/** The account's latest change that we mail to its owner. Stored in the same transaction as the change. */
export const ToldChange = z.object({
  what: z.enum([
    "password",
    "reclaimed",
    "secondFactorOn",
    "secondFactorOff",
    "recovered",
    "recoveryCode",
    "signedOut",
    "email",
    "name",
    "suspended",
    "unsuspended",
  ]),
  at: Instant,
});
export type ToldChange = z.output<typeof ToldChange>;
