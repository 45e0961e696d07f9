import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { exportList } from "#shared/insights/operator.ts";
import { listPayoutRequests, listPayouts } from "#shared/payouts/operator.ts";
import * as payouts from "../../../web/src/operator/payouts/PayoutsTab.tsx";
import * as users from "../../../web/src/operator/users/UsersTab.tsx";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({ asked: [] as { path: string; input: unknown }[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: unknown) => {
    given.asked.push({ path, input });
    return { rows: [], users: [], total: 0, next: null, csv: "" };
  },
}));

test("an export of requests or payouts has only the rows of the view's filter", async () => {
  const at = "/admin/payouts?status=paid&request-status=pending";
  const page = await mounted([{ path: "/admin/payouts", ...payouts }], at);
  given.asked.length = 0;
  await page.press("Export CSV", 0);
  await page.press("Export CSV", 1);
  await vi.waitFor(() =>
    expect(given.asked.filter(({ path }) => path !== "/api/admin/exports")).toEqual(
      expect.arrayContaining([
        { path: listPayoutRequests.path, input: { cursor: undefined, status: "pending" } },
        { path: listPayouts.path, input: { cursor: undefined, status: "paid" } },
      ]),
    ),
  );
});

test("an export without a filter says that it has all rows", async () => {
  const page = await mounted([{ path: "/admin/users", ...users }], "/admin/users?status=trial");
  given.asked.length = 0;
  await page.press("Export all as CSV");
  await vi.waitFor(() =>
    expect(given.asked).toContainEqual({
      path: exportList.path,
      input: { list: "users", cursor: undefined },
    }),
  );
});
