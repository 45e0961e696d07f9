import { listWaiting } from "#shared/promotions/operator.ts";
import { http } from "../http/index.ts";
import { addressesOf } from "../users/index.ts";
import { readLifetimeOffer } from "./offerTable.ts";
import { listOffered } from "./reservationTable.ts";
import { readEntries, readLine } from "./waiting/table.ts";

const PAGE = 25;

export const handler = http(listWaiting)(async ({ input: { cursor } }) => {
  const [{ waiting }, offered, line] = await Promise.all([
    readLifetimeOffer(),
    cursor === undefined ? listOffered() : [],
    readLine(PAGE, cursor),
  ]);
  const entries = await readEntries([...offered.map(({ userId }) => userId), ...line.userIds]);
  const addresses = await addressesOf(entries.map(({ userId }) => userId));
  const shown = (state: "offered" | "waiting") =>
    entries
      .filter((entry) => entry.state === state)
      .map(({ userId, joinedAt, offeredUntil }) => ({
        user_id: userId,
        email: addresses.get(userId) ?? null,
        joined_at: joinedAt,
        offered_until: offeredUntil,
      }));
  return { waiting, offered: shown("offered"), line: shown("waiting"), next: line.next };
});
