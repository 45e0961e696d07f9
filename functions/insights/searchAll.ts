import { UserRow } from "#shared/accounts/userRow.ts";
import { type Found, searchAll } from "#shared/insights/operator.ts";
import { keyPrefix } from "#shared/licenses/key.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { readKeyRow } from "../licenses/desk/rules.ts";
import { http } from "../platform/http.ts";
import { shownKey } from "../platform/keyId.ts";
import { foldEmail } from "./rules.ts";
import { findByName, findEntry, type Listing } from "./tables/directory.ts";

const MAX_EACH = 10;
/** The longest that a whole id is; what is longer than any address finds nothing. */
const LONGEST_ID = 128;

/** All the ways at once: each is one Query or one look at a row. */
export const handler = http(searchAll)(async ({ input: { q }, now }) => {
  if (q === "") return { results: [] };
  const by = async (list: Listing["list"], prefix: string) =>
    (await findByName(prefix, { list, limit: MAX_EACH })).rows;
  const whole = async (kind: "user" | "alert") =>
    q.length > LONGEST_ID ? undefined : (await findEntry(`${kind}#${q}`))?.row;
  const [users, keys, user, alert] = await Promise.all([
    by("users", foldEmail(q)),
    by("keys", keyPrefix(q)),
    whole("user"),
    whole("alert"),
  ]);
  return {
    results: [
      ...(user ? [foundUser(user)] : []),
      ...users.map(foundUser),
      ...keys.map((row) => foundKey(KeyRow.parse(shownKey(readKeyRow(row, now))))),
      ...(alert ? [foundAlert(alert)] : []),
      ...(/^pi_\w{1,250}$/.test(q)
        ? [{ kind: "payment" as const, id: q, title: q, detail: "A payment at Stripe", user_id: null }]
        : []),
    ],
  };
});

function foundUser(row: unknown): Found {
  const { id, email, membership_status, is_suspended } = UserRow.parse(row);
  const detail = is_suspended ? "suspended" : membership_status;
  return { kind: "user", id, title: email, detail, user_id: id };
}

function foundKey({ id, license_key, user_email, user_id }: KeyRow): Found {
  return { kind: "key", id, title: license_key, detail: user_email ?? "Unassigned", user_id };
}

function foundAlert(row: unknown): Found {
  const { id, alert_type, user_email, user_id } = AlertRow.parse(row);
  return { kind: "alert", id, title: alert_type, detail: user_email ?? user_id, user_id };
}
