import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, vi } from "vitest";
import { worthOf } from "#shared/affiliates/commission.ts";
import { Listed, listedOf } from "#shared/affiliates/listed.ts";
import { HOUR } from "#shared/instant.ts";
import { handler as approve } from "../../../functions/payouts/approve.ts";
import { startRun, startScheduled } from "../../../functions/payouts/batches/start.ts";
import { handler as cancel } from "../../../functions/payouts/cancel.ts";
import { handler as continueBatch } from "../../../functions/payouts/continueBatch.ts";
import { handler as pay } from "../../../functions/payouts/pay.ts";
import { handler as previewBatch } from "../../../functions/payouts/previewBatch.ts";
import { handler as reject } from "../../../functions/payouts/reject.ts";
import { handler as requestPayout } from "../../../functions/payouts/requestPayout.ts";
import { handler as transfer } from "../../../functions/payouts/transfer.ts";
import { sums } from "./ledger.ts";
import type { Mode } from "./network.ts";
import { memoryPayouts } from "./payouts.ts";

vi.mock("../../../functions/http/http.ts", async () => (await import("./payouts.ts")).httpPlatform);
vi.mock("../../../functions/http/together.ts", async () => (await import("./payouts.ts")).togetherPlatform);
vi.mock("../../../functions/platform/stripe.ts", async () => (await import("./payouts.ts")).stripePlatform);
// Requests follow each other without a pause here.
vi.mock("../../../functions/payouts/transfers/pace.ts", () => ({
  BETWEEN_REQUESTS_MS: 0,
  keepPace: () => {},
  takeTurn: async () => {},
}));
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Payouts in memory. This file has the actions of affiliates and operators on them, and the invariants. */
export const world = memoryPayouts({ batches: continueBatch, payouts: pay });
export const AFFILIATES = ["ann", "bob"] as const;
export type Who = (typeof AFFILIATES)[number];
export const MODES = [
  "refused",
  "lost",
  "killed before",
  "killed after",
  "broken",
  "late",
] as const satisfies Mode[];

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const OPERATOR = { userId: "operator" };
const caller = (handler: unknown, by: object) => (input: object) => () =>
  (handler as Handler)({ input, caller: { ...by, signedInAt: world.now() }, now: world.now() });
export const ask = (who: string, amount_cents: number) =>
  caller(requestPayout, { userId: who, user: { emailConfirmed: true } })({ amount_cents });
const BY_HAND = {
  approve: caller(approve, OPERATOR),
  transfer: caller(transfer, OPERATOR),
  cancel: caller(cancel, OPERATOR),
  reject: caller(reject, OPERATOR),
};
export type ByHand = keyof typeof BY_HAND;
export const act = (what: ByHand, id: string) =>
  BY_HAND[what]({ payout_id: id, request_id: id, reason: "Please ask again." });

/** An operator transfers an approved payout, and the call to Stripe for the transfer meets this fault. */
export async function transferMeets(id: string, mode: Mode): Promise<void> {
  const before = world.keep();
  world.network.plan();
  await world.invoke(act("transfer", id));
  const at = world.network.calls.findIndex(({ operation }) => operation === "transfers.create");
  before();
  world.network.plan({ at, mode });
  await world.invoke(act("transfer", id));
  world.network.plan();
}

let runs = 0;
export type Kind = "calc" | "distribute";
async function start(kind: Kind, isPreviewed: boolean): Promise<void> {
  runs += 1;
  let previewId: string | undefined;
  if (isPreviewed) {
    const preview = caller(previewBatch, OPERATOR)({ kind });
    previewId = ((await preview()) as { batch_id: string }).batch_id;
    await world.deliver();
  }
  await startRun(kind, previewId, `run-${runs}`, { operator: "operator", action: "run" }, world.now());
}
export const run = async (kind: Kind, isPreviewed = false, isTwice = false): Promise<void> => {
  await world.invoke(() => start(kind, isPreviewed));
  await world.deliver(isTwice);
};
/** Starts a run by the schedule. The second call on a day does nothing. */
async function scheduled(kind: Kind): Promise<void> {
  await startScheduled(kind, world.now());
  await world.deliver();
}

/** Repairs everything, lets two days pass, and reverses unintended transfers. */
export async function heal(): Promise<void> {
  world.network.plan();
  world.transfers.balance = 1_000_000_00;
  world.transfers.refusal = null;
  for (let day = 0; day < 2; day += 1) {
    world.wait(25 * HOUR);
    await world.deliver();
    await scheduled("calc");
    await scheduled("distribute");
  }
  await reverseDuplicates();
}

/** Calls `expect` only where the values differ, because `expect` is slow even where they are equal. */
function same(found: unknown, wanted: unknown, what?: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, what).toEqual(wanted);
}

export function checkAlways(): void {
  same(world.unwritten, []);
  const payouts = world.payouts();
  for (const { id, amountCents, destination, status, reversedCents } of payouts) {
    const made = world.transfers.paid.filter(({ payoutId, isForeign }) => payoutId === id && !isForeign);
    const mayBeMade = ["processing", "reconciling", "paid"].includes(status);
    const wanted = made.length > 0 && mayBeMade ? [{ amount: amountCents, destination }] : [];
    const found = made.map(({ amount, destination }) => ({ amount, destination }));
    same(found, wanted, `transfers of ${id}, which is ${status}`);
    if (status === "paid") same(made.length, 1, `transfers of ${id}, which is paid`);
    const back = made.reduce((sum, { reversals }) => sum + cameBack(reversals), 0);
    same(
      reversedCents <= back,
      true,
      `${id} is credited with ${reversedCents}, but only ${back} of its transfers was reversed`,
    );
  }
  const canceled = new Set(payouts.filter(({ status }) => status === "canceled").map(({ id }) => id));
  for (const { id, status } of world.requests())
    same(status === "pending" && canceled.has(id), false, `${id} is open, and its payout is canceled`);
  for (const affiliateId of AFFILIATES) {
    const { commissions, debts, entries, balance } = world.ofAffiliate(affiliateId);
    const expected = sums(commissions, debts, entries);
    same(balance ?? sums([], [], []), expected);
    same(shownOf(affiliateId), listedOf(expected), `what the list shows of ${affiliateId}`);
    same(
      expected.balanceCents,
      expected.pendingCents + expected.availableCents + expected.heldCents + expected.inPayoutCents,
    );
    for (const payout of payouts.filter((one) => one.affiliateId === affiliateId)) {
      const claimed = [...commissions, ...debts].filter((row) => row.payoutId === payout.id);
      const cents = claimed.reduce((sum, row) => sum + worthOf(row), 0);
      if (payout.work !== "releasing")
        same(cents, payout.status === "canceled" ? 0 : payout.amountCents, payout.id);
      if (payout.status !== "canceled" && payout.work !== "claiming")
        same(payout.amountCents > 0, true, `${payout.id} amounts to ${payout.amountCents}`);
    }
  }
}

/** The money that an affiliate has from all transfers of a payout. */
const heldOf = (id: string): number =>
  world.transfers.paid
    .filter(({ payoutId }) => payoutId === id)
    .reduce((sum, { amount, reversals }) => sum + amount - cameBack(reversals), 0);
const cameBack = (reversals: { amount: number }[]) => reversals.reduce((sum, { amount }) => sum + amount, 0);

/** Reverses unintended transfers, as the mail asks the operator to do. */
async function reverseDuplicates(): Promise<void> {
  for (const one of world.transfers.paid.filter(({ isForeign }) => isForeign)) {
    const left = one.amount - cameBack(one.reversals);
    if (left > 0) world.transfers.reverse(one, left);
    world.queued.push({ queue: "payouts", body: JSON.stringify({ kind: "reversal", transferId: one.id }) });
  }
  await world.deliver();
}

export function checkEnd(): void {
  checkAlways();
  same(world.queued, [], world.errors.slice(-2).join("\n"));
  const isRunning = ({ sk, status }: Record<string, unknown>) => sk === "batch" && status === "running";
  same(world.rows.of("payouts").filter(isRunning), [], "a run that never ends");
  const payouts = world.payouts();
  for (const { id, status, work, refusal, affiliateId, destination } of payouts) {
    same([status === "processing" || status === "reconciling", work], [false, null], id);
    // Each run retries temporary refusals, so only affiliates who cannot be paid are left.
    if (status === "failed" && refusal === "temporary") same(isPayable(affiliateId, destination), false, id);
  }
  for (const affiliateId of AFFILIATES) {
    const { entries } = world.ofAffiliate(affiliateId);
    const sent = payouts
      .filter((payout) => payout.affiliateId === affiliateId)
      .reduce((sum, { id }) => sum + heldOf(id), 0);
    const left = entries.filter(({ kind }) => kind === "paid_out" || kind === "returned");
    same(0 - left.reduce((sum, { amountCents }) => sum + amountCents, 0), sent, affiliateId);
  }
  for (const [kind, all] of [["requests", world.requests()] as const, ["payouts", payouts] as const])
    same(countsOf(kind), numbers(all.map(({ status }) => status)), kind);
}

const shownOf = (affiliateId: string) => {
  const row = world.rows.of("affiliates").find(({ pk }) => pk === `affiliate#${affiliateId}`);
  const { listEarnedCents, listOwedCents } = Listed.parse(row ?? {});
  return { listEarnedCents, listOwedCents };
};

function isPayable(affiliateId: string, destination: string | null): boolean {
  const row = world.rows.of("affiliates").find(({ pk }) => pk === `affiliate#${affiliateId}`);
  return row?.status === "active" && row.payoutsEnabled === true && row.stripeAccountId === destination;
}

const numbers = (all: string[]) => {
  const found: Record<string, number> = {};
  for (const one of all) found[one] = (found[one] ?? 0) + 1;
  return found;
};
function countsOf(kind: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const row of world.rows.of("payouts").filter(({ pk }) => pk === `count#${kind}`))
    for (const [name, count] of Object.entries(row))
      if (typeof count === "number") found[name] = (found[name] ?? 0) + count;
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count !== 0));
}

export async function retried(
  when: "now" | "after 25 hours" | "never",
  work: () => Promise<unknown>,
): Promise<void> {
  await work();
  world.network.plan();
  if (when === "after 25 hours") world.wait(25 * HOUR);
  if (when !== "never") await work();
}
