import { Grant } from "#shared/billing/grant.ts";
import { removedSeatMail } from "../billing/rules/teamMail.ts";
import { followTeam } from "../billing/team/followTeam.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { follow, type RowChange } from "../platform/stream.ts";
import { carryOutSuspension } from "./suspending/carryOutSuspension.ts";

/**
 * Follows Grants: finishes a suspension, or the end of one, where the operator's call died on the way, and has Stripe
 * collect nothing for a key that an operator has switched off. Has the keys of a team say what its subscription is worth,
 * and mails a member who lost the seat.
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
  const removedAt = after?.team?.removedAt;
  if (removedAt !== undefined && before?.team?.removedAt === undefined)
    await enqueue(env("MAIL_QUEUE_URL"), [removedSeatMail(userId, row, removedAt)]);
  if (change.isReplayed || isSwitched(before, after)) await carryOutSuspension(userId, now);
  if (row.startsWith("grant#sub:") && concernsTeam(before, after)) await followTeam(userId, now);
}

type Maybe = Grant | undefined;

/** A new subscription, which a team may stand on from now on, and one that pays or paid for several seats. */
const concernsTeam = (before: Maybe, after: Maybe): boolean =>
  before === undefined || hasSeats(before) || hasSeats(after);

const hasSeats = (grant: Maybe): boolean => grant?.subscription?.quantity !== undefined;

const isSwitched = (before: Maybe, after: Maybe): boolean =>
  before !== undefined && after !== undefined && before.entitlement.active !== after.entitlement.active;
