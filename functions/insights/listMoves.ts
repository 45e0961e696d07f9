import { listMoves } from "#shared/insights/growth.ts";
import { PAGE } from "#shared/listing.ts";
import { http } from "../platform/http.ts";
import { findEmails } from "./tables/emails.ts";
import { listStoredMoves } from "./tables/moves.ts";

/** A page of the table and then whose they are: two round trips. */
export const handler = http(listMoves)(async ({ input }) => {
  const { from, to, plan, channel, group, kind, cursor } = input;
  const { moves, next } = await listStoredMoves({
    group,
    from,
    to,
    limit: PAGE,
    cursor,
    kind,
    // Only money is of one plan or the other.
    plan: plan === "all" || group !== "money" ? undefined : plan,
    channel: channel === "all" ? undefined : channel,
  });
  const emails = await findEmails(moves.map(({ userId }) => userId));
  const rows = moves.map(({ sk, userId, ...move }) => ({
    ...move,
    id: sk,
    user_id: userId,
    user_email: emails.get(userId) ?? null,
  }));
  return { rows, next };
});
