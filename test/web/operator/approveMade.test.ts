import { createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import {
  approve,
  getBatch,
  listPayoutRequests,
  listPayouts,
  type PayoutRow,
  previewBatch,
  runCalc,
} from "#shared/payouts/operator.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { Component, loader } from "../../../web/src/operator/payouts/PayoutsTab.tsx";
import { payout } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";

const BLOCKED = "Stripe cannot pay this account now.";
const none = { count: 0, amount_cents: 0 };
const given = vi.hoisted(() => ({
  made: [] as unknown[],
  isRun: false,
  approved: [] as string[],
  refused: "",
  toasts: [] as string[],
}));
vi.mock("../../../web/src/ui/toast.ts", () => ({ toast: (text: string) => given.toasts.push(text) }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: Record<string, string>) => {
    const { made } = given;
    const count = { count: made.length, amount_cents: 0 };
    const totals = { planned: none, calculated: none, [given.isRun ? "calculated" : "planned"]: count };
    const batch = { id: "b1", kind: "calc", status: given.isRun ? "done" : "ready", totals };
    if (path === runCalc.path) given.isRun = true;
    if (path === approve.path && input.payout_id === given.refused)
      throw new ApiError("CONFLICT", "Not now.", { status: 409 });
    if (path === approve.path) given.approved.push(input.payout_id ?? "");
    const answers: Record<string, unknown> = {
      [listPayoutRequests.path]: { rows: [], total: 0, next: null },
      // Without the run's filter, the list has none of these payouts.
      [listPayouts.path]: { rows: input.batch_id === "b1" ? made : [], total: null, next: null },
      [previewBatch.path]: { batch_id: "b1" },
      [getBatch.path]: { batch, lines: [], next: null },
      [runCalc.path]: { ok: true, batch_id: "b1" },
      [approve.path]: { ok: true, payout: { ...payout(1), id: input.payout_id } },
    };
    return answers[path];
  },
}));

const pending = (at: number, not_payable: string | null = null): PayoutRow => ({
  ...payout(0),
  id: `made-${at}`,
  email: `affiliate${at}@example.com`,
  not_payable,
});

beforeEach(() => {
  Object.assign(given, { isRun: false, approved: [], refused: "", toasts: [] });
});

async function calculated(made: readonly PayoutRow[]) {
  given.made = [...made];
  const page = await mounted([{ path: "/", element: createElement(Component), loader }], "/?run=calc");
  await vi.waitFor(() => page.press("Create these payouts"));
  await vi.waitFor(() =>
    page.press(made.length === 1 ? "Approve this payout" : `Approve these ${made.length} payouts`),
  );
  return page;
}

test("after a calculation, one button leads to the approval of its payouts, except those that cannot be paid", async () => {
  const page = await calculated([pending(1), pending(2, BLOCKED), pending(3)]);
  expect(page.words()).not.toContain("Run calculation\nClose");
  expect(page.words()).toContain("Approve 2 payouts?");
  expect(page.words()).toContain("$47.00 in total.");
  expect(page.words()).toContain(
    `1 payout cannot be approved now:\n$23.50 for affiliate2@example.com: ${BLOCKED}`,
  );
  await page.press("Approve 2 payouts");
  await vi.waitFor(() => expect(given.toasts).toContain("Approved 2 payouts."));
  expect(page.words()).not.toContain("Approved 2 payouts.");
  expect(given.approved).toEqual(["made-1", "made-3"]);
});

test("if none of a calculation's payouts can be paid, the page says so instead of asking", async () => {
  const page = await calculated([pending(1, BLOCKED)]);
  expect(page.words()).toContain("1 selected\nClear\n1 payout cannot be approved now");
  expect(page.words()).not.toContain("Approve 0 payouts");
});

test("failures of an action stay above the list until the operator filters it", async () => {
  const page = await calculated([pending(1), pending(2)]);
  given.refused = "made-2";
  await page.press("Approve 2 payouts");
  const said = "Approved 1 payout. 1 failed:\n$23.50 for affiliate2@example.com: Not now.";
  await vi.waitFor(() => expect(page.words()).toContain(said));
  expect(given.toasts).toEqual([]);
  await page.revalidate();
  expect(page.words()).toContain(said);
  await page.go("/?status=approved");
  expect(page.words()).not.toContain("failed:");
});
