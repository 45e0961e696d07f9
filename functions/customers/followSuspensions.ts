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
 * Follows Grants: finishes a suspension, or the end of one, where the operator's call died on the way, and has Stripe
 * collect nothing for a key that an operator has switched off. Has the keys of a team say what its subscription is worth,
 * and mails the members who lose the seat. Nobody earns commission of their own team.
 */
export const handler = follow(async (changes, now) => {
  for (const change of changes) await followRow(change, now);
});

async function followRow(change: RowChange, now: Date): Promise<void> {
  const changed = change.after ?? change.before;
  const [userId, row] = [String(changed?.pk), String(changed?.sk)];
  // The mark of a suspension.
  if (!row.startsWith("grant#")) return carryOutSuspension(userId, now);
  // Of a grant that is gone, a replay knows only the key.
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

/** A new subscription, which a team may stand on from now on, and one that pays or paid for several seats. */
const concernsTeam = (before: Maybe, after: Maybe): boolean =>
  before === undefined || hasSeats(before) || hasSeats(after);

const hasSeats = (grant: Maybe): boolean => grant?.subscription?.quantity !== undefined;

/** When a member lost the seat: it was taken, or what pays for it is over. */
function seatLostAt(before: Maybe, after: Maybe): Instant | undefined {
  if (after?.team === undefined) return undefined;
  const { removedAt } = after.team;
  if (removedAt !== undefined) return before?.team?.removedAt === undefined ? removedAt : undefined;
  return before !== undefined && !isLost(before) && isLost(after) ? after.updatedAt : undefined;
}

const isLost = ({ entitlement: { ended, revocations } }: Grant): boolean => ended || revocations.length > 0;

/** When a subscription that gives something is set to end, epoch seconds. */
const endOf = (grant: Maybe): number | null =>
  grant?.subscription && !isLost(grant) ? endsAt(grant.subscription) : null;

const isSwitched = (before: Maybe, after: Maybe): boolean =>
  before !== undefined && after !== undefined && before.entitlement.active !== after.entitlement.active;
