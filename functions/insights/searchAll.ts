import * as z from "zod/mini";
import { type Affiliate, NO_ADDRESS, shownReferralCode } from "#shared/affiliates/affiliate.ts";
import { membershipWord, UserRow } from "#shared/customers/userRow.ts";
import { type Found, searchAll } from "#shared/insights/operator.ts";
import { KeyRow, keyOwner } from "#shared/licenses/keyRow.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { EarlierKey } from "#shared/licenses/replacement.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { findByCode } from "../affiliates/index.ts";
import { findEntry, foldEmail, type Search, search, typedEarlier, typedKey } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { readKeyRow } from "../licenses/index.ts";
import { findTyped, namedAtStripe, type StripeKind, stripeKind } from "../payments/index.ts";
import { findPayout, findRequest, ownerOfAccount, payoutOfTransfer } from "../payouts/index.ts";
import type { Item } from "../platform/dynamo.ts";
import { shownKey } from "../platform/keyId.ts";
import { log } from "../platform/log.ts";
import { getAffiliate, getAffiliates } from "../referrals/index.ts";

const MAX_EACH = 10;
const LONGEST_ID = 128;

/** Runs all searches in parallel. Looks up a Stripe id only at Stripe. */
export const handler = http(searchAll)(async ({ input: { q }, now }) => {
  if (q === "") return { results: [] };
  const kind = stripeKind(q);
  if (kind !== undefined) return { results: await foundAtStripe(kind, q) };
  const by = async (wanted: Pick<Search, "list" | "name" | "word" | "also">) =>
    (await search({ ...wanted, limit: MAX_EACH })).rows;
  const address = foldEmail(q);
  const whole = async (kind: "user" | "alert") =>
    q.length > LONGEST_ID ? undefined : (await findEntry(`${kind}#${q}`))?.row;
  const typed = typedKey(q);
  const [users, keys, replaced, computers, codes, user, alert, payout, request, numbers] = await Promise.all([
    by({ list: "users", name: address, word: address }),
    by({ list: "keys", ...typed }),
    by({ list: "keys", name: "", word: typed.name }),
    by({ list: "keys", name: "", word: address }),
    findByCode(q, MAX_EACH),
    whole("user"),
    whole("alert"),
    findPayout(q),
    findRequest(q),
    foundNumbers(q, now).catch((error: unknown) => {
      log.error("search.numbersUnknown", error);
      return [];
    }),
  ]);
  const people = [...(user ? [user] : []), ...users].map((row) => UserRow.parse(row));
  const affiliates = await getAffiliates(people.map(({ id }) => id));
  const found = new Map([...keys, ...replaced, ...computers].map((row) => [row.id, row]));
  return {
    results: [
      ...people.map((row) => foundUser(row, affiliates.has(row.id))),
      ...[...found.values()].map((row) => foundKey(row, typed, now)),
      ...numbers,
      ...codes.filter(({ affiliateId }) => !affiliates.has(affiliateId)).map(foundAffiliate),
      ...(alert ? [foundAlert(alert)] : []),
      ...(payout ? [foundPayout(payout)] : []),
      ...(request && !payout ? [foundRequest(request)] : []),
    ],
  };
});

/** The payment and customer of a Stripe object; for a transfer its payout, for a connected account its affiliate. */
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

async function foundNumbers(q: string, now: Date): Promise<Found[]> {
  const named = await findTyped(q, now);
  const found = await Promise.all(
    named.map(async ({ kind, id, title }) =>
      (await foundAtStripe(kind, id)).map((one) => ({ ...one, title })),
    ),
  );
  return found.flat();
}

function foundUser(row: UserRow, isAffiliate: boolean): Found {
  const { id, email, is_suspended } = row;
  const state = is_suspended ? "suspended" : membershipWord(row);
  return {
    kind: "user",
    id,
    title: email,
    detail: isAffiliate ? `${state} · affiliate` : state,
    user_id: id,
  };
}

const Earlier = z.pick(EarlierKey, { licenseKey: true, replacedAt: true });
const Replacing = z.object({ earlier: z._default(z.array(Earlier), []) });

/** If a replaced key was typed, shows that key. */
function foundKey(row: Item, typed: ReturnType<typeof typedKey>, now: Date): Found {
  const key = KeyRow.parse(shownKey(readKeyRow(row, now)));
  const { id, license_key, user_id } = key;
  const isTyped = typedEarlier(typed, [{ licenseKey: String(row.license_key) }]) !== undefined;
  const earlier = isTyped ? undefined : typedEarlier(typed, Replacing.parse(row).earlier);
  if (earlier === undefined) return { kind: "key", id, title: license_key, detail: detailOf(key), user_id };
  const replaced = `replaced by ${license_key} on ${earlier.replacedAt.slice(0, 10)}`;
  const title = maskKey(earlier.licenseKey);
  return { kind: "key", id, title, detail: `${replaced} · ${keyOwner(key)}`, user_id };
}

const detailOf = (key: KeyRow): string =>
  [keyOwner(key), key.computer_name].filter((part) => part !== null).join(" · ");

function foundAffiliate(affiliate: Affiliate): Found {
  const { affiliateId: id, email } = affiliate;
  const detail = email === NO_ADDRESS ? "deleted account" : email;
  return { kind: "affiliate", id, title: shownReferralCode(affiliate), detail, user_id: id };
}

function foundPayout({ id, email, affiliateId, status }: Payout): Found {
  return { kind: "payout", id, title: id, detail: `${status} · ${email}`, user_id: affiliateId };
}

function foundRequest({ id, email, affiliateId, status }: PayoutRequest): Found {
  return { kind: "request", id, title: id, detail: `${status} · ${email}`, user_id: affiliateId };
}

function foundAlert(row: unknown): Found {
  const { id, alert_type, user_email, user_id } = AlertRow.parse(row);
  return { kind: "alert", id, title: alert_type, detail: user_email ?? user_id, user_id };
}
