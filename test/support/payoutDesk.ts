import { expect } from "vitest";
import type { Batch, BatchLine } from "#shared/payouts/batch.ts";
import { call } from "./api.ts";
import { settle } from "./control.ts";
import { type Asking, asking } from "./payoutRequests.ts";
import { type Person, signInAsOperator, signUpOperator } from "./people.ts";

export type PayoutDesk = Awaited<ReturnType<typeof openPayoutDesk>>;

/** An operator who makes payouts, singly and in runs. */
export async function openPayoutDesk() {
  let operator: Person = await signUpOperator();
  const asOperator = () => ({ token: operator.accessToken });

  const act = (what: "approve" | "transfer", payout_id: string) =>
    call(`payouts/${what}`, { payout_id }, asOperator());

  /** Starts a run. @param batch_id the preview to run @returns the run's id */
  async function run(kind: "Calc" | "Distribute", batch_id?: string): Promise<string> {
    const { status, body } = await call(`payouts/run${kind}`, batch_id ? { batch_id } : {}, asOperator());
    expect(status, JSON.stringify(body)).toBe(200);
    await settle();
    return String(body.batch_id);
  }

  return {
    asOperator,
    act,
    run,
    /** Transfers need a recent sign-in. */
    async signInAgain(): Promise<void> {
      operator = await signInAsOperator(operator.email);
    },
    async preview(kind: "calc" | "distribute"): Promise<string> {
      const { body } = await call("payouts/previewBatch", { kind }, asOperator());
      await settle();
      return String(body.batch_id);
    },
    async report(batchId: string): Promise<{ batch: Batch; lines: BatchLine[] }> {
      const { body } = await call("payouts/getBatch", { batchId }, asOperator());
      return { batch: body.batch as Batch, lines: body.lines as BatchLine[] };
    },
    async approved(earned: readonly number[], asked: number): Promise<Asking> {
      const one = await asking(earned, asked);
      await run("Calc");
      expect((await act("approve", one.id)).status).toBe(200);
      return one;
    },
    /** Checks that the operator's lists have the payout and its request, and that an id finds them at any offset. */
    async expectListed({ id, affiliateId, person }: Asking, amount_cents: number): Promise<void> {
      const pending = await call("payouts/listPayouts", { status: "pending" }, asOperator());
      expect(pending.body).toMatchObject({ total: 1, rows: [{ id, amount_cents, status: "pending" }] });
      const requests = await call("payouts/listPayoutRequests", { status: "pending" }, asOperator());
      expect(requests.body).toMatchObject({
        total: 1,
        rows: [{ id, payout_id: id, affiliates: { profiles: { email: person.email } } }],
      });
      for (const list of ["payouts/listPayouts", "payouts/listPayoutRequests"] as const) {
        const { body } = await call(list, { id, offset: 5 }, asOperator());
        expect(body).toMatchObject({ total: 1, rows: [{ id }], next: null });
        const none = await call(list, { id: `${affiliateId}-99` }, asOperator());
        expect(none.body).toMatchObject({ rows: [] });
      }
      const own = await call("payouts/listPayouts", { affiliate_id: affiliateId }, asOperator());
      expect(own.body).toMatchObject({ total: null, rows: [{ id }], next: null });
      const latest = await call("payouts/listPayoutRequests", { affiliate_id: affiliateId }, asOperator());
      expect(latest.body).toMatchObject({ total: 1, rows: [{ id }], next: null });
      for (const list of ["payouts/listPayouts", "payouts/listPayoutRequests"] as const) {
        const others = await call(list, { affiliate_id: "nobody" }, asOperator());
        expect(others.body).toMatchObject({ rows: [], next: null });
      }
      const link = { id: affiliateId, offset: 5 };
      const found = await call("affiliates/listAffiliates", link, asOperator());
      expect(found.body).toMatchObject({ total: 1, rows: [{ id: affiliateId, email: person.email }] });
    },
  };
}
