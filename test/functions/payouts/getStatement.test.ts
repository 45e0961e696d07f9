import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { makePayout } from "../../../functions/payouts/claims/makePayout.ts";
import { handler } from "../../../functions/payouts/getStatement.ts";
import { createRequest } from "../../../functions/payouts/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { commissionOf, earnWrites } from "../../support/commissions.ts";
import { AFFILIATE, memoryLedger, START } from "../../support/memory/ledger.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const ledger = memoryLedger();
const ID = `${AFFILIATE}-000001`;
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const ask = (userId: string) =>
  (handler as unknown as (call: object) => Promise<{ name: string; csv: string; text: string }>)({
    input: { id: ID },
    caller: { userId },
    now: START,
  });

beforeEach(async () => {
  ledger.reset([]);
  await transact(earnWrites([commissionOf(AFFILIATE, 3_000, { id: "in_1" })]));
  await transact(
    createRequest({
      id: ID,
      affiliateId: AFFILIATE,
      email: "ann@example.com",
      requestedCents: 3_000,
      requestedAt: START.toISOString(),
      status: "pending",
      decidedAt: null,
      reason: null,
      isCalculated: false,
    }),
  );
  await makePayout(ID, "batch", undefined, START);
});

const pay = (): void => {
  const row = ledger.rows.of("payouts").find(({ sk }) => sk === "payout#000001");
  ledger.rows.put("payouts", { ...row, status: "paid", transferredAt: "2026-03-04T10:00:00.000Z" });
};

test("the statement of a paid payout is read from the payouts table alone", async () => {
  pay();
  vi.stubEnv("TABLE_AFFILIATES", undefined);
  const { name, csv, text } = await ask(AFFILIATE);
  vi.stubEnv("TABLE_AFFILIATES", "affiliates");
  expect(name).toBe("payout-000001-2026-03-04");
  expect(csv).toMatch(/,30\.00\r\n2026-03-04,Paid,,,,30\.00\r\n$/);
  expect(text).toContain("Paid: $30.00");
});

test("an unpaid payout has no statement, and a stranger does not find the payout", async () => {
  await expect(ask(AFFILIATE)).rejects.toMatchObject({ code: "CONFLICT" });
  pay();
  await expect(ask("a-stranger")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
