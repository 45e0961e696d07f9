import { type Affiliate, shownReferralCode } from "#shared/affiliates/affiliate.ts";
import { UserRow } from "#shared/customers/userRow.ts";
import { type Found, searchAll } from "#shared/insights/operator.ts";
import { KeyRow, keyOwner } from "#shared/licenses/keyRow.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { findByCode } from "../affiliates/index.ts";
import { findEntry, foldEmail, type Search, search, typedKey } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { readKeyRow } from "../licenses/index.ts";
import { namedAtStripe, type StripeKind, stripeKind } from "../payments/index.ts";
import { findPayout, ownerOfAccount, payoutOfTransfer } from "../payouts/index.ts";
import { shownKey } from "../platform/keyId.ts";
import { getAffiliate } from "../referrals/index.ts";

const MAX_EACH = 10;
/** The longest id. Text longer than any address finds nothing. */
const LONGEST_ID = 128;

/** All ways in parallel. An id of Stripe's is searched only at Stripe. */
export const handler = http(searchAll)(async ({ input: { q }, now }) => {
  if (q === "") return { results: [] };
  const kind = stripeKind(q);
  if (kind !== undefined) return { results: await foundAtStripe(kind, q) };
  const by = async (wanted: Pick<Search, "list" | "name" | "word" | "also">) =>
    (await search({ ...wanted, limit: MAX_EACH })).rows;
  const address = foldEmail(q);
  const whole = async (kind: "user" | "alert") =>
    q.length > LONGEST_ID ? undefined : (await findEntry(`${kind}#${q}`))?.row;
  const [users, keys, affiliates, user, alert, payout] = await Promise.all([
    by({ list: "users", name: address, word: address }),
    by({ list: "keys", ...typedKey(q) }),
    findByCode(q, MAX_EACH),
    whole("user"),
    whole("alert"),
    findPayout(q),
  ]);
  return {
    results: [
      ...(user ? [foundUser(user)] : []),
      ...users.map(foundUser),
      ...keys.map((row) => foundKey(KeyRow.parse(shownKey(readKeyRow(row, now))))),
      ...affiliates.map(foundAffiliate),
      ...(alert ? [foundAlert(alert)] : []),
      ...(payout ? [foundPayout(payout)] : []),
    ],
  };
});

/** Of a transfer its payout, of a connected account its affiliate; of all else the payment that it is about, and whose it is. */
async function foundAtStripe(kind: StripeKind, id: string): Promise<Found[]> {
  if (kind === "transfer") {
    const payoutId = await payoutOfTransfer(id);
    const payout = payoutId === undefined ? undefined : await findPayout(payoutId);
    return payout ? [{ ...foundPayout(payout), title: id }] : [];
  }
  if (kind === "account") {
    const affiliateId = await ownerOfAccount(id);
    const affiliate = affiliateId === undefined ? undefined : await getAffiliate(affiliateId);
    return affiliate ? [{ ...foundAffiliate(affiliate), title: id }] : [];
  }
  const { userId, paymentId } = await namedAtStripe(kind, id);
  const row = userId === undefined ? undefined : (await findEntry(`user#${userId}`))?.row;
  if (paymentId === undefined && row === undefined) return [];
  const user = row && UserRow.parse(row);
  return [
    {
      kind,
      id,
      title: id,
      detail: user?.email ?? "no account",
      user_id: user?.id ?? null,
      ...(paymentId === undefined ? {} : { payment_id: paymentId }),
    },
  ];
}

function foundUser(row: unknown): Found {
  const { id, email, membership_status, is_suspended } = UserRow.parse(row);
  const detail = is_suspended ? "suspended" : membership_status;
  return { kind: "user", id, title: email, detail, user_id: id };
}

function foundKey(row: KeyRow): Found {
  const { id, license_key, user_id } = row;
  return { kind: "key", id, title: license_key, detail: keyOwner(row), user_id };
}

function foundAffiliate(affiliate: Affiliate): Found {
  const { affiliateId: id, email } = affiliate;
  return { kind: "affiliate", id, title: shownReferralCode(affiliate), detail: email, user_id: id };
}

function foundPayout({ id, email, affiliateId, status }: Payout): Found {
  return { kind: "payout", id, title: id, detail: `${status} · ${email}`, user_id: affiliateId };
}

function foundAlert(row: unknown): Found {
  const { id, alert_type, user_email, user_id } = AlertRow.parse(row);
  return { kind: "alert", id, title: alert_type, detail: user_email ?? user_id, user_id };
}
