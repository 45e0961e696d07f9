import { Grant } from "#shared/grants/grant.ts";
import type { Instant } from "#shared/instant.ts";
import { endsAt } from "#shared/subscriptions/subscription.ts";
import { updateTeamCommissions } from "../affiliates/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { follow, type RowChange } from "../platform/stream.ts";
import { followTeam, seatEndedMail, tellOfEnd } from "../subscriptions/index.ts";
import { carryOutSuspension } from "./carryOutSuspension.ts";

/**
 * Follows Grants: completes suspensions whose call failed, stops collection for keys that were turned off, updates a
 * team's keys from its subscription, mails members who lose their seat, and voids commissions within a team.
 */
export const handler = follow(async (changes, now) => {
  for (const change of changes) await followRow(change, now);
});

async function followRow(change: RowChange, now: Date): Promise<void> {
  const changed = change.after ?? change.before;
  const [userId, row] = [String(changed?.pk), String(changed?.sk)];
  // The stream's filter passes only grants and the row "suspended".
  if (!row.startsWith("grant#")) return carryOutSuspension(userId, now);
  // For a deleted grant, a replay has only the key.
  const before = change.before && !change.isReplayed ? Grant.parse(change.before) : undefined;
  const after = change.after && Grant.parse(change.after);
  const lostAt = seatLostAt(before, after);
  if (lostAt !== undefined) await enqueue(env("MAIL_QUEUE_URL"), [seatEndedMail(userId, row, lostAt)]);
  if (before === undefined && after?.team) await updateTeamCommissions(userId, after.team.ownerId, now);
  if (change.isReplayed || isSwitched(before, after)) await carryOutSuspension(userId, now);
  if (!row.startsWith("grant#sub:") || !concernsTeam(before, after)) return;
  await followTeam(userId, now);
  const end = endOf(after);
  if (end !== null && end !== endOf(before)) await tellOfEnd(userId, end);
}

type Maybe = Grant | undefined;

/** Includes every new subscription, because a team may depend on it. */
const concernsTeam = (before: Maybe, after: Maybe): boolean =>
  before === undefined || hasSeats(before) || hasSeats(after);

const hasSeats = (grant: Maybe): boolean => grant?.subscription?.quantity !== undefined;

/** When a member lost the seat, because the owner removed the seat or the subscription ended. */
function seatLostAt(before: Maybe, after: Maybe): Instant | undefined {
  if (after?.team === undefined) return undefined;
  const { removedAt } = after.team;
  if (removedAt !== undefined) return before?.team?.removedAt === undefined ? removedAt : undefined;
  return before !== undefined && !isLost(before) && isLost(after) ? after.updatedAt : undefined;
}

const isLost = ({ entitlement: { ended, revocations } }: Grant): boolean => ended || revocations.length > 0;

/** The planned end of a valid subscription, epoch seconds. */
const endOf = (grant: Maybe): number | null =>
  grant?.subscription && !isLost(grant) ? endsAt(grant.subscription) : null;

const isSwitched = (before: Maybe, after: Maybe): boolean =>
  before !== undefined && after !== undefined && before.entitlement.active !== after.entitlement.active;
