import { createElement } from "react";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import type { BatchStatus } from "#shared/payouts/batch.ts";
import { listBatches } from "#shared/payouts/operator.ts";
import { EarlierRuns } from "../../../web/src/operator/payouts/EarlierRuns.tsx";
import { moment } from "../../../web/src/ui/format.ts";
import { mounted } from "../../support/mounted.ts";

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
