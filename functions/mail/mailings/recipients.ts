import { UserRow } from "#shared/customers/userRow.ts";
import { AppError } from "#shared/errors.ts";
import type { Audience } from "#shared/mail/mailing.ts";
import { listEntries } from "../../directory/index.ts";
import { findUsers, getsIncidentMail } from "../../users/index.ts";
import { MAX_A_TURN, SHELVES } from "./rules.ts";

/**
 * A page of the accounts in an audience. The list of users shows who has a working key; each account shows whether it
 * gets this mail.
 * @param place `next` of the previous page; undefined for the first
 */
export async function pageOfRecipients(
  audience: Audience,
  place: string | undefined,
): Promise<{ userIds: string[]; next: string | null }> {
  const shelves = SHELVES[audience];
  // `place` is a shelf's index, a dot and a cursor. Cursors contain no dot.
  const [at = "0", cursor] = place?.split(".") ?? [];
  const index = Number(at);
  const part = shelves[index];
  if (part === undefined) throw new AppError("NOT_FOUND", "There is no such page.");
  const page = await listEntries({
    list: "users",
    part,
    order: "createdAt",
    direction: "asc",
    limit: MAX_A_TURN,
    cursor: cursor || undefined,
  });
  const users = await findUsers(page.rows.map((row) => UserRow.parse(row).id));
  const userIds = users.filter(getsIncidentMail).map(({ userId }) => userId);
  if (page.next !== null) return { userIds, next: `${index}.${page.next}` };
  return { userIds, next: index + 1 < shelves.length ? `${index + 1}.` : null };
}
