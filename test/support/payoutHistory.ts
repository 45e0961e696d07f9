import { expect } from "vitest";
import { Balance, Commission, Debt, Entry, worthOf } from "#shared/affiliates/commission.ts";
import { DAY, HOUR, SECOND } from "#shared/instant.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { Payout } from "#shared/payouts/payout.ts";
import type { Write } from "../../functions/platform/dynamo.ts";
import { type Answer, call } from "./api.ts";
import { advanceClock, clearFaults, injectFault, settle } from "./control.ts";
import { disputeWrite, paidWrite, refundWrite } from "./facts.ts";
import { sums } from "./memory/ledger.ts";
import { type PayoutStep, type PlannedFault, WHO, type Who } from "./payoutSteps.ts";
import { makeAffiliate, writeAll } from "./payouts.ts";
import { type Person, signInAsOperator, signInPerson, signUpOperator, signUpPerson } from "./people.ts";
import { putRow, rowsOf } from "./rows.ts";
import { stack } from "./running.ts";
import { atStripe, stripeClient } from "./shop.ts";

type Actor = { person: Person; affiliateId: string; account: string };
type Paid = { fact: PaidFact; refunds: number };

/** Plays a history. Checks the sums after each step, and once more after all faults are repaired. */
export async function playHistory(name: string, steps: readonly PayoutStep[]): Promise<void> {
  const history = await beginHistory(name);
  for (const [place, step] of steps.entries())
    try {
      await history.step(step);
      await history.check();
    } catch (error) {
      throw new Error(`step ${place}: ${JSON.stringify(step)}`, { cause: error });
    }
  await history.heal();
  await history.check();
}

/** A history on the running stack. Payments are written as facts, as webhooks write them. Everything else is a call. */
async function beginHistory(name: string) {
  let operator = await signUpOperator();
  const actors = Object.fromEntries(
    await Promise.all(
      WHO.map(async (who) => {
        const person = await signUpPerson();
        await putRow("Affiliates", buyerOf(name, who, person.userId));
        return [who, { person, ...(await makeAffiliate(person)) }];
      }),
    ),
  ) as Record<Who, Actor>;
  process.env.TABLE_EVENTS = stack().dynamodb.tables.Events;
  const paid: Paid[] = [];
  const asOperator = () => ({ token: operator.accessToken });
  const tell = async (write: Write) => {
    await writeAll([write]).catch(ignoreConflict);
    await settle();
  };

  /** Does the work while a fault hits some calls. Waits until everything has ended, and clears the fault. */
  async function meeting(fault: PlannedFault | null, work: () => Promise<Answer[]>): Promise<Answer[]> {
    if (fault !== null) await injectFault({ ...fault.call, ...withoutCall(fault), times: 1 });
    const answers = await work();
    await settle();
    if (fault !== null) await clearFaults();
    return answers;
  }

  const act: { [D in PayoutStep["do"]]: (one: Extract<PayoutStep, { do: D }>) => Promise<unknown> } = {
    earn: async ({ who, cents, isHeld }) => {
      const facts = cents.map((earned, index) =>
        factOf(`pi_${name}_${paid.length + index}`, buyerId(name, who), earned * 5, isHeld),
      );
      paid.push(...facts.map((fact) => ({ fact, refunds: 0 })));
      await writeAll(facts.map(paidWrite));
      await settle();
    },
    refund: async ({ which, percent, fails }) => {
      const payment = paid[which % paid.length];
      if (!payment) return;
      payment.refunds += 1;
      const { paymentId, amountCents, paidAt: at } = payment.fact;
      const refund = {
        paymentId,
        at,
        refundId: `re_${paymentId}_${payment.refunds}`,
        amountCents: Math.floor((amountCents * percent) / 100),
      };
      await tell(refundWrite({ ...refund, counts: !fails }));
    },
    dispute: async ({ which, state }) => {
      const fact = paid[which % paid.length]?.fact;
      if (!fact) return;
      const { paymentId, amountCents, paidAt: at } = fact;
      await tell(disputeWrite({ paymentId, disputeId: `dp_${paymentId}`, amountCents, state, at }));
    },
    request: async ({ who, fault }) => {
      const { person, affiliateId } = actors[who];
      const { availableCents = 0 } = (await ledgerOf(affiliateId)).balance ?? {};
      const token = person.accessToken;
      await meeting(fault, async () => [
        await call("payouts/requestPayout", { amount_cents: Math.max(2000, availableCents) }, { token }),
      ]);
    },
    run: async ({ kind, isPreviewed, fault }) => {
      const preview = isPreviewed ? await call("payouts/previewBatch", { kind }, asOperator()) : undefined;
      await settle();
      const named = preview ? { batch_id: String(preview.body.batch_id) } : {};
      const what = kind === "calc" ? "payouts/runCalc" : "payouts/runDistribute";
      await meeting(fault, async () => [await call(what, named, asOperator())]);
    },
    act: async ({ who, what, isTwice, fault }) => {
      const latest = (await ledgerOf(actors[who].affiliateId)).payouts.at(-1);
      if (!latest) return;
      const reason = "Please ask again.";
      const one = () => call(`payouts/${what}`, { payout_id: latest.id, reason }, asOperator());
      const answers = await meeting(fault, () => Promise.all(isTwice ? [one(), one()] : [one()]));
      // Both calls of a transfer may succeed: the second call may retry after Stripe has refused the first call's
      // transfer.
      if (fault === null && isTwice && what !== "transfer")
        expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    },
    account: async ({ who, isPayable }) => {
      await atStripe(`accounts/${actors[who].account}/${isPayable ? "enable" : "restrict"}`);
      await settle();
    },
    wait: async () => {
      await advanceClock((25 * HOUR) / SECOND);
      await settle();
      // Transfers need a fresh sign-in.
      operator = await signInAsOperator(operator.email);
      for (const actor of Object.values(actors)) actor.person = await signInPerson(actor.person.email);
    },
  };

  return {
    step: (one: PayoutStep) => act[one.do](one as never),
    /** Checks what must hold after every step. */
    async check(): Promise<void> {
      const rows = await rowsOf("Payouts");
      for (const { affiliateId, account } of Object.values(actors))
        checkOne(ledgerIn(rows, affiliateId), await sentTo(account));
    },
    /** Repairs everything, lets a day pass and the runs resume, and checks that no payout is unfinished. */
    async heal(): Promise<void> {
      for (const { account } of Object.values(actors)) await atStripe(`accounts/${account}/enable`);
      await act.wait({ do: "wait" });
      for (const kind of ["calc", "distribute"] as const)
        await act.run({ do: "run", kind, isPreviewed: false, fault: null });
      for (const { affiliateId, account } of Object.values(actors)) {
        const { payouts, entries } = await ledgerOf(affiliateId);
        for (const { id, status, work } of payouts)
          expect([id, ["processing", "reconciling"].includes(status), work]).toEqual([id, false, null]);
        const sent = await sentTo(account);
        const paidOut = entries.filter(({ kind }) => kind === "paid_out");
        expect(0 - total(paidOut.map(({ amountCents }) => amountCents))).toBe(
          total(sent.map(({ amount }) => amount)),
        );
      }
    },
  };
}

const total = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);
const withoutCall = ({ mode, seed, probability }: PlannedFault) => ({ mode, seed, probability });
const buyerId = (name: string, who: Who) => `buyer-${name}-${who}`;
const buyerOf = (name: string, who: Who, affiliateId: string) => ({
  pk: `user#${buyerId(name, who)}`,
  sk: "attribution",
  affiliateId,
  rateBasisPoints: 2000,
  via: "link",
  at: new Date(0).toISOString(),
});

/** A write of older facts is refused. A webhook would then read Stripe again. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof Error && error.name === "TransactionCanceledException")) throw error;
}

/** A subscription's hold takes 35 days. Here the hold ended an hour ago, or ends in twelve hours. */
function factOf(paymentId: string, userId: string, amountCents: number, isHeld: boolean): PaidFact {
  const at = new Date(Date.now() - 35 * DAY + (isHeld ? 12 * HOUR : -HOUR)).toISOString();
  return {
    paymentId,
    userId,
    product: "subscription",
    isFirst: true,
    startedAt: at,
    dueAt: at,
    paidAt: at,
    amountCents,
    baseCents: amountCents,
    currency: "usd",
    cardHash: null,
  };
}

const ledgerOf = async (affiliateId: string) => ledgerIn(await rowsOf("Payouts"), affiliateId);
type Ledger = ReturnType<typeof ledgerIn>;

function ledgerIn(rows: Record<string, unknown>[], affiliateId: string) {
  const own = rows.filter(({ pk }) => pk === `affiliate#${affiliateId}`);
  const of = (prefix: string) => own.filter(({ sk }) => String(sk).startsWith(prefix));
  const [balance] = of("balance");
  return {
    commissions: of("commission#").map((row) => Commission.parse(row)),
    debts: of("debt#").map((row) => Debt.parse(row)),
    entries: of("entry#").map((row) => Entry.parse(row)),
    payouts: of("payout#")
      .map((row) => Payout.parse(row))
      .sort((a, b) => a.id.localeCompare(b.id)),
    balance: balance && Balance.parse(balance),
  };
}

const sentTo = async (destination: string) =>
  (await stripeClient().transfers.list({ destination, limit: 100 })).data;

type Sent = Awaited<ReturnType<typeof sentTo>>;

function checkOne({ commissions, debts, entries, payouts, balance }: Ledger, sent: Sent): void {
  const expected = sums(commissions, debts, entries);
  expect(balance ?? sums([], [], [])).toEqual(expected);
  expect(expected.balanceCents).toBe(
    expected.pendingCents + expected.availableCents + expected.heldCents + expected.inPayoutCents,
  );
  for (const { earnedCents, reversedCents, debtCents } of commissions) {
    expect(reversedCents + debtCents).toBeGreaterThanOrEqual(0);
    expect(reversedCents + debtCents).toBeLessThanOrEqual(earnedCents);
  }
  for (const { id, amountCents, destination, status, work } of payouts) {
    const made = sent.filter(({ metadata }) => metadata.payoutId === id);
    expect(made.length, `transfers of ${id}, which is ${status}`).toBeLessThanOrEqual(1);
    for (const one of made) {
      expect(one).toMatchObject({ amount: amountCents, destination });
      expect(["processing", "reconciling", "paid"]).toContain(status);
    }
    if (status === "paid") expect(made).toHaveLength(1);
    const claimed = [...commissions, ...debts].filter((row) => row.payoutId === id);
    if (work === null) expect(total(claimed.map(worthOf)), id).toBe(status === "canceled" ? 0 : amountCents);
  }
  expect(total(sent.map(({ amount }) => amount))).toBeLessThanOrEqual(expected.earnedCents);
}
