import { Commission } from "#shared/affiliates/commission.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { type Entry, goneEntry, refreshEntries } from "../directory/index.ts";
import { PAYMENT_PREFIX, readPayment } from "../payments/index.ts";
import type { Item } from "../platform/dynamo.ts";
import { follow, type RowChange } from "../platform/stream.ts";
import { getAffiliate } from "../referrals/index.ts";
import { listHeld, loadAlert, loadKey, loadUser } from "./entryTable.ts";
import { refreshGrowth } from "./growth/table.ts";
import { affiliateEntry, commissionEntry, paymentEntry, payoutEntry } from "./moneyRules.ts";

type Load = () => Promise<Entry>;

/** Reads most rows again, because a record's image may be outdated. */
export const handler = follow(async (changes, now) => {
  const subjects = await Promise.all(changes.map((change) => subjectsOf(change, now)));
  const loads = new Map(subjects.flat());
  await refreshEntries([...loads.keys()], async (id) => (await loads.get(id)?.()) ?? goneEntry(id));
  await refreshGrowth(changes);
});

async function subjectsOf(change: RowChange, now: Date): Promise<[id: string, Load][]> {
  const { before, after, isReplayed } = change;
  const row = after ?? before;
  if (row === undefined) return [];
  const pk = String(row.pk);
  const sk = String(row.sk);
  const isMoved = before !== undefined && before.email !== after?.email;
  if (sk === "account" && after && (isReplayed || isMoved)) return addressedTo(pk, now);
  if (sk === "account" || sk.startsWith("grant#")) return [[`user#${pk}`, () => loadUser(pk, now)]];
  if (sk === "license" || sk === "stock") return [[`key#${pk}`, () => loadKey(pk, now)]];
  if (/^(open|closed)#/.test(sk)) return alertIn(row);
  if (sk === "paid" || /^(refund|dispute)#/.test(sk)) return [[pk, () => loadPayment(pk)]];
  if (sk === "affiliate") return [[pk, () => loadAffiliate(pk)]];
  if (sk.startsWith("commission#")) return commissionIn(after);
  if (sk.startsWith("payout#")) return payoutIn(after);
  return [];
}

/** The account of a changed address, and the keys and alerts that are listed with that address. */
async function addressedTo(userId: string, now: Date): Promise<[id: string, Load][]> {
  const { licenseKeys, alertIds } = await listHeld(userId);
  return [
    [`user#${userId}`, () => loadUser(userId, now)],
    ...licenseKeys.map((key): [string, Load] => [`key#${key}`, () => loadKey(key, now)]),
    ...alertIds.map((id): [string, Load] => [`alert#${id}`, () => loadAlert(userId, id)]),
  ];
}

/** For a deleted alert, a replay has only the key, which lacks the id. */
function alertIn(row: Item): [id: string, Load][] {
  if (row.id === undefined) return [];
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

/** Uses the record's image: changes of one row arrive in order, and each has the whole row. */
function commissionIn(after: Item | undefined): [id: string, Load][] {
  if (after === undefined) return [];
  const commission = Commission.parse(after);
  return [[`commission#${commission.id}`, async () => commissionEntry(commission)]];
}

function payoutIn(after: Item | undefined): [id: string, Load][] {
  if (after === undefined) return [];
  const payout = Payout.parse(after);
  return [[`payout#${payout.id}`, async () => payoutEntry(payout)]];
}
