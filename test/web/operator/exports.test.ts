import { expect, test, vi } from "vitest";
import { listAffiliates } from "#shared/affiliates/operator.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { exportList } from "#shared/insights/operator.ts";
import { listKeys } from "#shared/licenses/keyLists.ts";
import { listPayoutRequests, listPayouts, searchPayouts } from "#shared/payouts/operator.ts";
import * as affiliates from "../../../web/src/operator/affiliates/AffiliatesTab.tsx";
import * as keys from "../../../web/src/operator/keys/KeysTab.tsx";
import { nameSearch } from "../../../web/src/operator/kit/searches.ts";
import * as payouts from "../../../web/src/operator/payouts/PayoutsTab.tsx";
import * as users from "../../../web/src/operator/users/UsersTab.tsx";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({ asked: [] as { path: string; input: unknown }[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: unknown) => {
    given.asked.push({ path, input });
    return { rows: [], users: [], keys: [], total: 0, next: null, csv: "" };
  },
}));

vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));

test("an export of requests or payouts has only the rows of the view's filter", async () => {
  const at = "/admin/payouts?status=paid&sort=amount_cents&request-status=pending";
  const page = await mounted([{ path: "/admin/payouts", ...payouts }], at);
  given.asked.length = 0;
  await page.press("Export CSV", 0);
  await page.press("Export CSV", 1);
  await vi.waitFor(() =>
    expect(given.asked.filter(({ path }) => path !== "/api/admin/exports")).toEqual(
      expect.arrayContaining([
        { path: listPayoutRequests.path, input: { cursor: undefined, status: "pending" } },
        { path: listPayouts.path, input: { limit: 25, sort: "amount_cents", status: "paid" } },
      ]),
    ),
  );
});

test("an export of a search for payouts has only the payouts that it finds", async () => {
  const at = `/admin/payouts?status=paid&search=${nameSearch("ann@")}`;
  const page = await mounted([{ path: "/admin/payouts", ...payouts }], at);
  expect(given.asked).toContainEqual(found);
  given.asked.length = 0;
  await page.press("Export CSV");
  await vi.waitFor(() => expect(given.asked).toContainEqual(found));
});
const found = { path: searchPayouts.path, input: { limit: 25, search: "ann@", status: "paid" } };

test.each([
  ["affiliates", affiliates, "sort=pending_payout_cents", { sort: "pending_payout_cents" }],
  ["license-keys", keys, "sort=computer_count&order=asc", { sort: "computer_count", direction: "asc" }],
])("the URL determines the order of the list %s", async (name, tab, search, sorted) => {
  given.asked.length = 0;
  await mounted([{ path: `/admin/${name}`, ...tab }], `/admin/${name}?status=active&${search}`);
  const paths: string[] = [listAffiliates.path, listKeys.path];
  expect(given.asked.filter(({ path }) => paths.includes(path)).map(({ input }) => input)).toEqual([
    { limit: 25, status: "active", ...sorted },
  ]);
});

test("an export that ignores the view's filter says that it has all rows", async () => {
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
