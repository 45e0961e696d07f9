import { listMoves } from "#shared/insights/growth.ts";
import { PAGE } from "#shared/listing.ts";
import { emailKeys, emailsIn, listStoredMoves } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { askedSpan } from "./growth/periodRules.ts";

export const handler = httpPage(
  listMoves,
  ({ plan, channel, group, from, to, ...sought }) =>
    listStoredMoves({
      ...sought,
      ...askedSpan({ from, to }),
      group,
      limit: PAGE,
      // Only money is split by plan.
      plan: plan === "all" || group !== "money" ? undefined : plan,
      channel: channel === "all" ? undefined : channel,
    }),
  ({ moves }) => emailKeys(moves.map(({ userId }) => userId)),
)(({ page: { moves, next }, rows }) => {
  const emails = emailsIn(rows);
  return {
    rows: moves.map(({ sk, userId, ...move }) => ({
      ...move,
      id: sk,
      user_id: userId,
      user_email: emails.get(userId) ?? null,
    })),
    next,
  };
});
