import { createElement } from "react";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import type { BatchStatus } from "#shared/payouts/batch.ts";
import { listBatches } from "#shared/payouts/operator.ts";
import { PAYOUT_COLUMNS } from "../../../web/src/operator/payouts/columns.tsx";
import { EarlierRuns } from "../../../web/src/operator/payouts/EarlierRuns.tsx";
import { PayoutPanel } from "../../../web/src/operator/payouts/PayoutPanel.tsx";
import { moment } from "../../../web/src/ui/format.ts";
import { payout } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const AT = "2026-11-23T09:00:00.000Z";
const given = vi.hoisted(() => ({ status: "done" }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint) => {
    const { status } = given;
    const batch = { id: "1", kind: "distribute", status, created_at: AT, totals: {} };
    return path === listBatches.path ? { batches: [batch], next: null } : { batch, lines: [], next: null };
  },
}));

test("the link to the last distribution opens its report", async () => {
  given.status = "done";
  const runs = createElement(EarlierRuns, { opensLast: true, onClose: () => undefined });
  const page = await mounted([{ path: "/", element: runs }], "/");
  await vi.waitFor(() => expect(page.words()).toContain("There is nothing to do."));
});

test("the panel of an approved payout that cannot be paid says why distributions skip it, and offers no transfer", async () => {
  const reason = "The affiliate account is suspended.";
  const shown = (not_payable: string | null) =>
    htmlOf(createElement(PayoutPanel, { payout: { ...payout(1), status: "approved", not_payable } }), null);
  const transfers = /disabled=""[^>]*><span[^>]*>Initiate transfer/;
  expect(wordsOf(await shown(reason))).toContain(
    `Distributions skip this payout\n${reason} Resolve this with the affiliate`,
  );
  expect(await shown(reason)).toMatch(transfers);
  expect(wordsOf(await shown(null))).not.toContain("Distributions skip");
  expect(await shown(null)).not.toMatch(transfers);
});

test("the panel and the list of a pending payout that cannot be paid say so, and the panel offers no approval", async () => {
  const reason = "The affiliate account is suspended.";
  const shown = (not_payable: string | null) =>
    htmlOf(createElement(PayoutPanel, { payout: { ...payout(0), not_payable } }), null);
  const approval = /disabled=""[^>]*><span[^>]*>Approve</;
  expect(wordsOf(await shown(reason))).toContain(
    `This payout cannot be approved now\n${reason} Resolve this with the affiliate`,
  );
  expect(await shown(reason)).toMatch(approval);
  expect(await shown(null)).not.toMatch(approval);
  const state = PAYOUT_COLUMNS.find(({ id }) => id === "status");
  const listed = async (not_payable: string | null) =>
    wordsOf(await htmlOf(createElement("p", null, state?.cell({ ...payout(0), not_payable })), null));
  expect(await listed(reason)).toMatch(/^pending,\s+cannot be paid$/);
  expect(await listed(null)).toBe("pending");
});

test.each<[BatchStatus, string, string]>([
  ["held", "held by your limit", "Your limit held back this run, so it paid nothing."],
  ["running", "running", "Nothing is done yet."],
  ["done", "nothing to do", "There is nothing to do."],
])(
  "for an earlier run with the status %s and no lines, the list says '%s' and the report says '%s'",
  async (status, short, long) => {
    given.status = status;
    const onClose = () => undefined;
    const page = await mounted([{ path: "/", element: createElement(EarlierRuns, { onClose }) }], "/");
    await page.press(`Distribution, ${moment(AT)}${short}`);
    await vi.waitFor(() => expect(page.words()).toContain(long));
  },
);
