import * as z from "zod/mini";
import { UserRow } from "#shared/accounts/userRow.ts";
import { type Found, searchAll } from "#shared/insights/operator.ts";
import { keyPrefix } from "#shared/licenses/key.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { http } from "../platform/http.ts";
import { findEntry, type Listing, listEntries } from "./directory/table.ts";
import { foldEmail } from "./rules.ts";

const MAX_EACH = 10;
/** The longest that a whole id is; what is longer than any address finds nothing. */
const LONGEST_ID = 128;

/** All the ways at once: each is one Query or one look at a row. */
export const handler = http(searchAll)(async ({ input: { q } }) => {
  if (q === "") return { results: [] };
  const by = (list: Listing["list"], prefix: string) =>
    prefix === ""
      ? Promise.resolve([])
      : listEntries({ list, order: "name", direction: "asc", prefix, limit: MAX_EACH }).then(
          ({ rows }) => rows,
        );
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
      ...keys.map(foundKey),
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

const NamedKey = z.pick(KeyRow, { id: true, license_key: true, user_email: true, user_id: true });

function foundKey(row: unknown): Found {
  const { id, license_key, user_email, user_id } = NamedKey.parse(row);
  return { kind: "key", id, title: license_key, detail: user_email ?? "Unassigned", user_id };
}

function foundAlert(row: unknown): Found {
  const { id, alert_type, user_email, user_id } = AlertRow.parse(row);
  return { kind: "alert", id, title: alert_type, detail: user_email ?? user_id, user_id };
}
