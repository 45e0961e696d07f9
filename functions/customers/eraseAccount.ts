import { Erasure } from "#shared/accounts/personalData.ts";
import { deleteSessions } from "../accounts/sessions/table.ts";
import { deleteActivities } from "../activity/table.ts";
import { forgetNotes } from "../audit/table.ts";
import { endGrant, liftSuspension, listGrants } from "../grants/table.ts";
import { forgetOwner } from "../licenses/rules.ts";
import { listLicenses, replaceLicense } from "../licenses/table.ts";
import { forgetMails } from "../mail/table.ts";
import { forgetWaitingOf } from "../mail/waiting/table.ts";
import { forgetPurchases } from "../payments/evidenceTable.ts";
import { forgetPayee } from "../payouts/leavingTable.ts";
import { forgetNames } from "../persons/person.ts";
import { deleteUser } from "../platform/cognito.ts";
import { consume } from "../platform/consume.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { forgetEntry } from "../promotions/waiting/table.ts";
import { takeOff } from "../promotions/waiting/takeOff.ts";
import { changeStatus, forgetPerson, getAffiliate } from "../referrals/table.ts";
import { forgetAsks } from "../refunds/table.ts";
import { deleteSightings } from "../security/table.ts";
import { leaveTeams } from "../subscriptions/team/leaveTeams.ts";
import { leaveMailbox } from "../users/mailboxTable.ts";
import { markDeleted, removeUser } from "../users/table.ts";
import { leaveStripe } from "./leaving/leaveStripe.ts";
import { deletedMail } from "./noticeRules.ts";

/**
 * Deletes an account. Every step may be done again, and the account's own row goes last: a run that dies half
 * way is followed by one that does the rest. What is kept, and why, is in docs/privacy.md.
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
  // Before the row goes: a run that dies afterwards finds no row, and would end without the mail.
  if (user.mailStop?.why !== "bounced")
    await enqueue(env("MAIL_QUEUE_URL"), [deletedMail(userId, user.email, requestedAt)]);
  await removeUser(userId);
  log.info("account.deleted", { user: userId });
});

/** A bank may ask about what was paid, also after the account is gone. The time of the rows ends them. */
const mayBeDisputed = async (userId: string): Promise<boolean> =>
  (await listGrants(userId)).some(({ source }) => source === "subscription" || source === "lifetime");

/** Again where one of Stripe's events came in between. */
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
