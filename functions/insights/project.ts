import { Commission } from "#shared/affiliates/commission.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { getAffiliate } from "../affiliates/table.ts";
import { PAYMENT_PREFIX } from "../billing/payments/table.ts";
import { readPayment } from "../billing/tables/paymentRows.ts";
import type { Item } from "../platform/dynamo.ts";
import { follow, type RowChange } from "../platform/rowChanges.ts";
import { affiliateEntry, commissionEntry, paymentEntry, payoutEntry } from "./rules/money.ts";
import { type Entry, goneEntry } from "./rules.ts";
import { refreshEntries } from "./tables/directory.ts";
import { loadAlert, loadKey, loadUser } from "./tables/entries.ts";
import { refreshGrowth } from "./tables/growth.ts";

type Load = () => Promise<Entry>;

/** A change says only which entry to update. Reads the tables again: the record's image may be stale. */
export const handler = follow(async (changes, now) => {
  const loads = new Map(changes.flatMap((change) => subjectsOf(change, now)));
  await refreshEntries([...loads.keys()], async (id) => (await loads.get(id)?.()) ?? goneEntry(id));
  await refreshGrowth(changes);
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
  return [];
}

function alertIn(row: Item): [id: string, Load][] {
  return [[`alert#${row.id}`, () => loadAlert(String(row.pk), String(row.id))]];
}

async function loadAffiliate(pk: string): Promise<Entry> {
  const affiliate = await getAffiliate(pk.replace(/^affiliate#/, ""));
  return affiliate ? affiliateEntry(affiliate) : goneEntry(pk);
}

async function loadPayment(pk: string): Promise<Entry> {
  const id = pk.slice(PAYMENT_PREFIX.length);
  return paymentEntry(id, await readPayment(id));
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
