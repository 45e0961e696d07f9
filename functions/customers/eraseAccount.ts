import { Erasure } from "#shared/customers/personalData.ts";
import { deleteSessions } from "../accounts/index.ts";
import { deleteActivities } from "../activity/index.ts";
import { forgetNotes } from "../audit/index.ts";
import { endGrant, liftSuspension, listGrants } from "../grants/index.ts";
import { forgetOwner, listLicenses, replaceLicense } from "../licenses/index.ts";
import { forgetMails, forgetWaitingOf } from "../mail/index.ts";
import { forgetPurchases } from "../payments/index.ts";
import { forgetPayee } from "../payouts/index.ts";
import { forgetNames } from "../persons/index.ts";
import { deleteUser } from "../platform/cognito.ts";
import { consume } from "../platform/consume.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { forgetEntry, takeOff } from "../promotions/index.ts";
import { changeStatus, forgetPerson, getAffiliate } from "../referrals/index.ts";
import { forgetAsks } from "../refunds/index.ts";
import { deleteSightings } from "../security/index.ts";
import { leaveTeams } from "../subscriptions/index.ts";
import { leaveMailbox, markDeleted, removeUser } from "../users/index.ts";
import { leaveStripe } from "./leaving/leaveStripe.ts";
import { deletedMail } from "./noticeRules.ts";

/**
 * Deletes an account. Every step is repeatable, and the account's row is deleted last, so that the next run completes a
 * failed run. docs/privacy.md lists what is kept and why.
 */
export const handler = consume(Erasure, async ({ userId, requestedAt }, now) => {
  const user = await markDeleted(userId, requestedAt);
  if (user === undefined) return;
  await forgetNames(user);
  await forgetAsks(userId);
  if (user.stripeCustomerId !== null) await leaveStripe(user.stripeCustomerId);
  await leaveTeams(user, now);
  await takeOff(userId, user.stripeCustomerId, "left");
  await forgetEntry(userId);
  await endGrants(userId);
  if (!(await mayBeDisputed(userId))) await forgetPurchases(userId);
  await clearSeats(userId);
  await deleteActivities(userId);
  await deleteSightings(userId);
  await deleteSessions(userId);
  await leaveMailbox(user, now);
  await transact([liftSuspension(userId)]);
  await leaveProgram(userId);
  await deleteUser(userId);
  await forgetMails(userId);
  await forgetWaitingOf(
    userId,
    [user.email, user.pendingEmail?.email].filter((address) => address !== undefined),
  );
  await forgetNotes(userId);
  // Queues the mail before it deletes the row, because a repeated run without a row returns early.
  if (user.mailStop?.why !== "bounced")
    await enqueue(env("MAIL_QUEUE_URL"), [deletedMail(userId, user.email, requestedAt)]);
  await removeUser(userId);
  log.info("account.deleted", { user: userId });
});

/** A payer's bank may ask about a payment after the deletion, so a payer's purchases stay until they expire. */
const mayBeDisputed = async (userId: string): Promise<boolean> =>
  (await listGrants(userId)).some(({ source }) => source === "subscription" || source === "lifetime");

async function endGrants(userId: string): Promise<void> {
  await retryOnConflict(async () => {
    for (const grant of await listGrants(userId)) if (grant.entitlement.active) await endGrant(grant);
  });
}

async function clearSeats(userId: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const next = await retryOnConflict(async () => {
      const page = await listLicenses(userId, cursor);
      for (const license of page.licenses) await replaceLicense(license, forgetOwner(license));
      return page.next;
    });
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

async function leaveProgram(userId: string): Promise<void> {
  const affiliate = await getAffiliate(userId);
  if (affiliate === undefined) return;
  const { status } = affiliate;
  if (status === "active") await transact(changeStatus({ ...affiliate, status }, "suspended"));
  await forgetPerson(userId);
  await forgetPayee(userId);
}
