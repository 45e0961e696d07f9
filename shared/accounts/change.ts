import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * What goes through the changes queue: something about an account changed that other services have to follow.
 * reclaimed: the owner of the address proved it without having held a session, so everything from before goes ·
 * emailChanged: Stripe and the affiliate's record follow ·
 * confirmed: the account's address is proven, so no other account replaces its claim to the mailbox's free key
 */
export const AccountChange = z.object({
  userId: z.string(),
  kind: z.enum(["reclaimed", "emailChanged", "confirmed"]),
});
export type AccountChange = z.output<typeof AccountChange>;

/** The latest change of an account that is announced to its owner by mail. Written with the change itself. */
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
