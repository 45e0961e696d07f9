import { listOperators } from "#shared/accounts/readers.ts";
import { http } from "../http/index.ts";
import { listOperatorIds } from "../platform/cognito.ts";
import { lastSeenAt, readOperator } from "../users/index.ts";

/** An account without a row can do nothing, so the list leaves it out. */
export const handler = http(listOperators)(async () => {
  const rows = await Promise.all((await listOperatorIds()).map((userId) => readOperator(userId)));
  const people = rows.flatMap((row) =>
    row === undefined
      ? []
      : {
          id: row.userId,
          email: row.email,
          is_reader: row.isReader === true,
          last_seen_at: lastSeenAt(row),
        },
  );
  return { people: people.sort((one, other) => (one.email < other.email ? -1 : 1)) };
});
