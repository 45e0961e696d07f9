import { Click, Conversion } from "#shared/affiliates/activity.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { findUser, type User } from "../accounts/table.ts";
import { getAffiliate } from "../affiliates/table.ts";
import { readPayment } from "../billing/payments/facts/table.ts";
import { PAYMENT_PREFIX } from "../billing/payments/table.ts";
import { findLicense, findStock } from "../licenses/table.ts";
import type { Item } from "../platform/dynamo.ts";
import { follow, type RowChange } from "../platform/rowChanges.ts";
import { findAlert } from "../security/table.ts";
import { loadUser } from "./directory/loadUser.ts";
import { refreshEntries } from "./directory/table.ts";
import { affiliateEntry, commissionEntry, paymentEntry, payoutEntry, trafficEntry } from "./money/rules.ts";
import { alertEntry, type Entry, goneEntry, keyEntry, keyRow, stockRow } from "./rules.ts";

type Load = () => Promise<Entry>;

/** A change says only which entry to update. Reads the tables again: the record's image may be stale. */
export const handler = follow(async (changes, now) => {
  const loads = new Map(changes.flatMap((change) => subjectsOf(change, now)));
  await refreshEntries([...loads.keys()], async (id) => (await loads.get(id)?.()) ?? goneEntry(id));
});

function subjectsOf({ before, after }: RowChange, now: Date): [id: string, Load][] {
  const row = after ?? before;
  if (row === undefined) return [];
  const pk = String(row.pk);
  const sk = String(row.sk);
  if (sk === "account" || sk.startsWith("grant#")) return [[`user#${pk}`, () => loadUser(pk, now)]];
  if (sk === "license" || sk === "stock") return [[`key#${pk}`, () => loadKey(pk, now)]];
  if (/^(open|closed)#/.test(sk)) return alertIn(row);
  if (sk === "paid" || /^(refund|dispute)#/.test(sk)) return [[pk, () => loadPayment(pk)]];
  if (sk === "affiliate") return [[pk, () => loadAffiliate(pk)]];
  if (sk.startsWith("commission#")) return commissionIn(after);
  if (sk.startsWith("payout#")) return payoutIn(after);
  if (sk === "click" || sk === "conversion") return trafficIn(sk, after, now);
  return [];
}

/** Skips accounts that are being deleted. The account's row is deleted last, so it is still there to ask. */
const addressOf = (user: User | undefined): string | null => (user?.deletedAt === null ? user.email : null);

async function loadKey(licenseKey: string, now: Date): Promise<Entry> {
  const [license, stock] = await Promise.all([findLicense(licenseKey), findStock(licenseKey)]);
  if (license) {
    const user = await findUser(license.userId);
    return keyEntry(keyRow(license, addressOf(user), now), license.swaps.day);
  }
  return stock ? keyEntry(stockRow(stock), null) : goneEntry(`key#${licenseKey}`);
}

function alertIn(row: Item): [id: string, Load][] {
  return [[`alert#${row.id}`, () => loadAlert(String(row.pk), String(row.id))]];
}

async function loadAlert(userId: string, id: string): Promise<Entry> {
  const [alert, user] = await Promise.all([findAlert(userId, id), findUser(userId)]);
  return alert ? alertEntry(alert, addressOf(user)) : goneEntry(`alert#${id}`);
}

async function loadAffiliate(pk: string): Promise<Entry> {
  const affiliate = await getAffiliate(pk.replace(/^affiliate#/, ""));
  return affiliate ? affiliateEntry(affiliate) : goneEntry(pk);
}

async function loadPayment(pk: string): Promise<Entry> {
  const id = pk.slice(PAYMENT_PREFIX.length);
  return paymentEntry(id, await readPayment(id));
}

/** These are written once and never changed, so the change itself says it; their end takes nothing away. */
function trafficIn(kind: "click" | "conversion", after: Item | undefined, now: Date): [id: string, Load][] {
  if (after === undefined) return [];
  const what = kind === "click" ? Click.parse(after) : Conversion.parse(after);
  return [[`${kind}#${what.id}`, async () => trafficEntry(kind, what, now)]];
}

/** A commission's changes come in order, as all of one row do, and each says the whole of it. */
function commissionIn(after: Item | undefined): [id: string, Load][] {
  if (after === undefined) return [];
  const commission = Commission.parse(after);
  return [[`commission#${commission.id}`, async () => commissionEntry(commission)]];
}

/** As of a commission. */
function payoutIn(after: Item | undefined): [id: string, Load][] {
  if (after === undefined) return [];
  const payout = Payout.parse(after);
  return [[`payout#${payout.id}`, async () => payoutEntry(payout)]];
}
