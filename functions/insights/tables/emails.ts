import * as z from "zod/mini";
import { UserRow } from "#shared/accounts/userRow.ts";
import { getItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

const Listed = z.object({ row: z.optional(z.unknown()) });

/** The addresses of these accounts as the lists have them; none for one that was deleted. @param userIds 100 at most */
export async function findEmails(userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const table = env("TABLE_DIRECTORY");
  const keys = [...new Set(userIds)].map((id) => ({ pk: `user#${id}`, sk: "entry" }));
  const { [table]: found = [] } = await getItems({ [table]: keys });
  return new Map(
    found.flatMap((item) => {
      const { row } = Listed.parse(item);
      if (row === undefined) return [];
      const { id, email } = UserRow.parse(row);
      return [[id, email] as const];
    }),
  );
}
