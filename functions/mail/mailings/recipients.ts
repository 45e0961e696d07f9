import * as z from "zod/mini";
import { UserRow } from "#shared/customers/userRow.ts";
import { AppError } from "#shared/errors.ts";
import { DAY, type Instant } from "#shared/instant.ts";
import type { Audience } from "#shared/mail/mailing.ts";
import { listEntries } from "../../directory/index.ts";
import { writeCursor } from "../../platform/cursor.ts";
import { findUsers, getsIncidentMail } from "../../users/index.ts";
import { MAX_A_TURN, SHELVES } from "./rules.ts";

const Owned = z.object({ user_id: z.string() });

/**
 * A page of the accounts in an audience. Reads the users with a working key, or the keys by their last use, and then
 * checks whether each account gets this mail. The owner of two keys can be on two pages.
 * @param place `next` of the previous page; undefined for the first
 * @param at the time of the incident's update
 */
export async function pageOfRecipients(
  audience: Audience,
  place: string | undefined,
  at: Instant,
): Promise<{ userIds: string[]; next: string | null }> {
  const shelves = SHELVES[audience];
  // `place` is a shelf's index, a dot and a cursor. Cursors contain no dot.
  const [shelf = "0", cursor] = place?.split(".") ?? [];
  const index = Number(shelf);
  const part = shelves[index];
  if (part === undefined) throw new AppError("NOT_FOUND", "There is no such page.");
  const page = await listEntries({
    // Oldest use first: a key that is used meanwhile moves to the end, so no page misses it.
    ...(part === "keys"
      ? { list: part, part: "active", order: "seenAt", cursor: cursor || weekBefore(at) }
      : { list: "users", part, order: "createdAt", cursor: cursor || undefined }),
    direction: "asc",
    limit: MAX_A_TURN,
  });
  const ids = page.rows.map((row) => (part === "keys" ? Owned.parse(row).user_id : UserRow.parse(row).id));
  const users = await findUsers([...new Set(ids)]);
  const userIds = users.filter(getsIncidentMail).map(({ userId }) => userId);
  if (page.next !== null) return { userIds, next: `${index}.${page.next}` };
  return { userIds, next: index + 1 < shelves.length ? `${index + 1}.` : null };
}

/** The cursor that begins 7 days before `at`. DynamoDB continues from any position, even one without a row. */
const weekBefore = (at: Instant): string | undefined =>
  writeCursor({
    pk: "key#",
    sk: "used",
    shelf: "keys/active",
    seenAt: new Date(Date.parse(at) - 7 * DAY).toISOString(),
  }) ?? undefined;
