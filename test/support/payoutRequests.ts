import { expect } from "vitest";
import type { OwnPayout } from "#shared/payouts/customer.ts";
import { call } from "./api.ts";
import { earn, makeAffiliate, transfersTo } from "./payouts.ts";
import { type Person, signUpPerson } from "./people.ts";
import { rowsOf } from "./rows.ts";

/** An affiliate with an account at Stripe and a requested payout. */
export type Asking = { person: Person; affiliateId: string; account: string; id: string };

export const ask = (person: Person, amount_cents: number) =>
  call("payouts/requestPayout", { amount_cents }, { token: person.accessToken });

/** An affiliate who can be paid, has earned these amounts, and has requested a part of them. */
export async function asking(earned: readonly number[], asked: number): Promise<Asking> {
  const person = await signUpPerson();
  const { affiliateId, account } = await makeAffiliate(person);
  await earn(affiliateId, earned);
  const { status, body } = await ask(person, asked);
  expect(status, JSON.stringify(body)).toBe(200);
  return { person, affiliateId, account, id: String(body.id) };
}

/** The affiliate's own list of payouts, newest first. */
export async function ownOf(person: Person): Promise<OwnPayout[]> {
  const { body } = await call("payouts/listOwnPayouts", {}, { token: person.accessToken });
  return body.payouts as OwnPayout[];
}

/** The stored balance of an affiliate, and the sum of the ledger's entries. */
export async function ledgerOf(affiliateId: string) {
  const rows = (await rowsOf("Payouts")).filter(({ pk }) => pk === `affiliate#${affiliateId}`);
  const balance = rows.find(({ sk }) => sk === "balance");
  const entries = rows.filter(({ sk }) => String(sk).startsWith("entry#"));
  return {
    balance: Number(balance?.balanceCents),
    available: Number(balance?.availableCents),
    inPayout: Number(balance?.inPayoutCents),
    paidOut: Number(balance?.paidOutCents),
    entries: entries.reduce((sum, { amountCents }) => sum + Number(amountCents), 0),
  };
}

/** The actions of operators on a payout, from the audit log. */
export async function actionsOn(payoutId: string): Promise<unknown[]> {
  const entries = (await rowsOf("Audit")).filter(({ subject }) => subject === `payout#${payoutId}`);
  return entries.map(({ action }) => action);
}

/** Checks that the whole payout was paid exactly once, and that the sums are right. */
export async function expectPaidOnce(one: Asking, cents: number, left = 0): Promise<void> {
  expect(await transfersTo(one.account)).toEqual([cents]);
  expect((await ownOf(one.person))[0]?.payout).toMatchObject({ amount_cents: cents, status: "paid" });
  expect(await ledgerOf(one.affiliateId)).toEqual({
    balance: left,
    available: left,
    inPayout: 0,
    paidOut: cents,
    entries: left,
  });
}
