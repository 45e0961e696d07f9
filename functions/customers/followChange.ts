import { AccountChange } from "#shared/accounts/change.ts";
import { endReclaim } from "../accounts/index.ts";
import { setEmail } from "../platform/cognito.ts";
import { consume } from "../platform/consume.ts";
import { log } from "../platform/log.ts";
import { updateCustomer } from "../platform/stripe.ts";
import { followEmail } from "../referrals/index.ts";
import { findUser, proveMailbox, type User } from "../users/index.ts";
import { reclaim } from "./reclaim.ts";

/** Carries a change of an account's row over to Stripe and other tables. Idempotent. Skips accounts being deleted. */
export const handler = consume(AccountChange, async ({ userId, kind }) => {
  const user = await findUser(userId);
  if (!user || user.deletedAt !== null) return;
  if (kind === "emailChanged") return moveAddress(user);
  if (kind === "confirmed") return proveMailbox(userId, user.normalisedEmail);
  if (user.reclaimingSince === null) return;
  await reclaim(user, user.reclaimingSince);
  await endReclaim(userId, user.reclaimingSince);
  log.info("account.reclaimed", { user: userId });
});

/** Copies the row's address to the user pool, Stripe (for receipts) and the affiliate's record. */
async function moveAddress({ userId, email, normalisedEmail, stripeCustomerId }: User) {
  await setEmail(userId, email, "email");
  if (stripeCustomerId !== null) await updateCustomer(stripeCustomerId, { email });
  await followEmail(userId, email, normalisedEmail);
}
