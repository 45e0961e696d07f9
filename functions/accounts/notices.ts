import type { Mail } from "#shared/mail/mail.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";

/** What a mail about a change says; `what` completes "Your account:". */
const CHANGES = {
  password: { what: "password changed", details: "The password of your account was changed." },
  secondFactorOn: {
    what: "second factor turned on",
    details: "From now on, signing in to your account also needs a code from an authenticator app.",
  },
  secondFactorOff: {
    what: "second factor turned off",
    details: "Signing in to your account no longer needs a code from an authenticator app.",
  },
  signedOut: {
    what: "signed out everywhere",
    details: "Every browser was signed out of your account. Your computers keep their seats.",
  },
  email: {
    what: "email address changed",
    details: "The email address of your account was changed. This mail goes to the address before.",
  },
  name: { what: "name changed", details: "The name on your account was changed." },
} as const;
export type ChangeName = keyof typeof CHANGES;

/** Tells the owner, at the address that was valid before the change. */
export async function tellOwner(
  change: ChangeName,
  userId: string,
  address: string,
  now: Date,
): Promise<void> {
  const mail: Mail = {
    id: `account-changed:${change}:${userId}:${now.toISOString()}`,
    to: { address },
    template: "accountChanged",
    data: { ...CHANGES[change] },
  };
  await enqueue(env("MAIL_QUEUE_URL"), [mail]);
}
