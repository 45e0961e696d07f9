import * as z from "zod/mini";
import { UserRow } from "#shared/customers/userRow.ts";
import { getItems, type Keys, type Rows } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

const TABLE = () => env("TABLE_DIRECTORY");
const Listed = z.object({
  row: z.optional(z.unknown()),
  words: z._default(z.array(z.string()), []),
});

export const emailKeys = (userIds: readonly string[]): Keys => ({
  [TABLE()]: userIds.map((id) => ({ pk: `user#${id}`, sk: "entry" })),
});

type Person = { email: string; words: readonly string[] };

/** Addresses and search words by account, without deleted accounts. @param userIds up to 100 */
export const readPeople = async (userIds: readonly string[]): Promise<Map<string, Person>> =>
  peopleIn(await getItems(emailKeys(userIds)));

/** Addresses by account, without deleted accounts. @param rows read with `emailKeys` */
export const emailsIn = (rows: Rows): ReadonlyMap<string, string> =>
  new Map([...peopleIn(rows)].map(([id, { email }]) => [id, email]));

function peopleIn(rows: Rows): Map<string, Person> {
  return new Map(
    (rows[TABLE()] ?? []).flatMap((item) => {
      const { row, words } = Listed.parse(item);
      if (row === undefined) return [];
      const { id, email } = UserRow.parse(row);
      return [[id, { email, words: [email, ...words] }] as const];
    }),
  );
}
