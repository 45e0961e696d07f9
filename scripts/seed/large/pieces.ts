import { createHash } from "node:crypto";
import type { Click } from "#shared/affiliates/activity.ts";
import { type Affiliate, DEFAULT_RATE, TERMS_VERSION } from "#shared/affiliates/affiliate.ts";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { userEntry } from "../../../functions/customers/userRowRules.ts";
import { moveWrites } from "../../../functions/directory/moveTable.ts";
import type { Entry } from "../../../functions/directory/rules.ts";
import { manualGrant } from "../../../functions/grants/grantRules.ts";
import { createGrant } from "../../../functions/grants/table.ts";
import { movesOf } from "../../../functions/insights/growth/rules.ts";
import { growthEntry } from "../../../functions/insights/growth/sumRules.ts";
import { affiliateEntry } from "../../../functions/insights/moneyRules.ts";
import { keyEntry, keyRow, stockRow } from "../../../functions/licenses/desk/keyRowRules.ts";
import { licenseOf } from "../../../functions/licenses/rules.ts";
import { putStock } from "../../../functions/licenses/stockTable.ts";
import { createLicense } from "../../../functions/licenses/table.ts";
import type { Item } from "../../../functions/platform/dynamo.ts";
import type { Counter } from "../../../functions/referrals/counterRules.ts";
import { countersOf } from "../../../functions/referrals/counterRules.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { clickRow, receiptRow } from "../../../functions/referrals/traffic/table.ts";
import { accountRow } from "../../../functions/users/table.ts";

// Invented people, in rows from the product's own rules and tables. Each row depends only on a number and the end of
// the story, so an interrupted seed writes the same rows again.

export type Size = { users: number; keys: number; clicks: number };
/** Related rows by table, their entries in the lists, and their counts. */
export type Piece = {
  rows: { table: string; item: Item }[];
  entries: Entry[];
  counters: Counter[];
  joined?: true;
};

const AFFILIATES = 300;
/** Every fifth key is unassigned. */
const STOCK_EVERY = 5;
/** Minimum number of clicks per affiliate, so that a step counts for at most two affiliates. */
const CLICKS_EACH = 150;
const CLICK_DAYS = 15;

const digest = (text: string): Buffer => createHash("sha256").update(`large ${text}`).digest();
const digits = (at: number): string => String(at).padStart(6, "0");
const userId = (at: number): string => `large-user-${digits(at)}`;
const emailOf = (at: number): string => `person${digits(at)}@large.example.com`;
const licenseKey = (at: number): string => formatLicenseKey(digest(`key ${at}`));

export function piecesOf({ users, keys, clicks }: Size, end: Date): (() => Piece)[] {
  const ago = (ms: number) => new Date(end.getTime() - ms);
  const keysOf = new Map<number, number[]>();
  for (let at = 0; at < keys; at += 1)
    if (at % STOCK_EVERY !== 0) keysOf.set(at % users, [...(keysOf.get(at % users) ?? []), at]);
  const keyAt = (at: number) => ago(at * 4 * MINUTE);
  const grantOf = (at: number) => {
    const owner = { userId: userId(at % users), suspended: false };
    const expiresAt = at % 2 === 0 ? ago(-30 * DAY).toISOString() : null;
    return manualGrant(owner, `large-${digits(at)}`, licenseKey(at), expiresAt, keyAt(at));
  };

  const user = (at: number): Piece => {
    const account = newAccount(userId(at), emailOf(at), ago(at * 5 * MINUTE));
    const grants = (keysOf.get(at) ?? []).map(grantOf);
    const moves = movesOf({
      signedUpAt: account.createdAt,
      affiliateId: null,
      grants,
      payments: [],
      activatedAt: null,
    });
    const growth = growthEntry(account.userId, moves);
    return {
      rows: [
        { table: "Users", item: { ...accountRow(account.userId).key, ...account } },
        ...moveWrites(growth.id, [], moves).map((move) => ({
          table: "Insights",
          item: move.Put?.Item ?? {},
        })),
      ],
      entries: [userEntry(account, grants, end), growth],
      counters: [],
    };
  };
  const stock = (at: number): Piece => {
    const { entitlement, licenseKey: key } = grantOf(at);
    const counts = { maxDailySwaps: 1, totalSwaps: 0, activationCount: 0 };
    const createdAt = keyAt(at).toISOString();
    const row = { licenseKey: key, entitlement, ...counts, createdAt, leases: [], extras: null };
    const item = putStock(row).Put?.Item ?? {};
    return {
      rows: [{ table: "Seats", item }],
      entries: [keyEntry(stockRow(row, end), entitlement, null, end)],
      counters: [],
    };
  };
  const assigned = (at: number): Piece => {
    const grant = grantOf(at);
    const license = licenseOf(grant, `large-${digits(at)}`, keyAt(at));
    return {
      rows: [
        { table: "Grants", item: createGrant(grant).Put?.Item ?? {} },
        { table: "Seats", item: createLicense(license).Put?.Item ?? {} },
      ],
      entries: [
        keyEntry(keyRow(license, emailOf(at % users), end), grant.entitlement, license.swaps.day, end),
      ],
      counters: [],
    };
  };
  const partners = Math.min(AFFILIATES, users);
  const each = Math.max(CLICKS_EACH, Math.ceil(clicks / partners));
  return [
    ...Array.from({ length: users }, (_, at) => () => user(at)),
    ...Array.from({ length: keys }, (_, at) => () => (at % STOCK_EVERY === 0 ? stock(at) : assigned(at))),
    ...Array.from({ length: partners }, (_, at) => () => partner(at, ago(at * HOUR))),
    ...Array.from(
      { length: clicks },
      (_, at) => () => clicked(at, Math.floor(at / each), ago((at % CLICK_DAYS) * DAY + at * 100)),
    ),
  ];
}

function partner(at: number, joined: Date): Piece {
  const affiliate: Affiliate = {
    affiliateId: userId(at),
    status: "active",
    referralCode: `LARGE${digits(at)}`,
    rateBasisPoints: DEFAULT_RATE,
    email: emailOf(at),
    normalisedEmail: emailOf(at),
    termsAcceptedAt: joined.toISOString(),
    termsVersion: TERMS_VERSION,
    joinedAt: joined.toISOString(),
    payoutsEnabled: false,
  };
  const rows = createAffiliate(affiliate).flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []));
  return {
    rows: rows.map((item) => ({ table: "Affiliates", item })),
    entries: [affiliateEntry(affiliate)],
    counters: [],
    joined: true,
  };
}

function clicked(at: number, affiliate: number, time: Date): Piece {
  const isBot = at % 7 === 0;
  const click: Click = {
    id: digest(`click ${at}`).toString("base64url").slice(0, 32),
    affiliateId: userId(affiliate),
    status: isBot ? "fail" : "success",
    destinationId: null,
    referrer: at % 3 === 0 ? null : "videos.example/watch",
    device: isBot ? "bot" : at % 2 === 0 ? "desktop" : "mobile",
    country: "DE",
    isBot,
    at: time.toISOString(),
  };
  return {
    rows: [
      { table: "Traffic", item: receiptRow(click) },
      { table: "Traffic", item: clickRow(click) },
    ],
    entries: [],
    counters: countersOf("click", click),
  };
}
