import { beforeEach, expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { listAlerts, resolveAlert } from "#shared/security/operator.ts";
import { Component, loader } from "../../../web/src/operator/security/SecurityTab.tsx";
import { alert } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";

const ALERT = alert(2);
const given = vi.hoisted(() => ({ rows: [] as unknown[], asked: [] as unknown[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: unknown) => {
    if (path === listAlerts.path) return { rows: given.rows, total: 1, next: null };
    if (path === resolveAlert.path) given.asked.push(input);
    return { users: [], keys: [], alerts: [], gone: [] };
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));
beforeEach(() => {
  given.rows = [ALERT];
  given.asked.length = 0;
});

const ROUTES = [{ path: "/admin/security", Component, loader }];

test("resolving an alert sends the count that the page shows", async () => {
  const page = await mounted(ROUTES, `/admin/security?open=${ALERT.id}`);
  await page.press("Resolve");
  expect(given.asked).toEqual([{ id: ALERT.id, note: "", seen: ALERT.count }]);
});

test("resolving selected alerts sends the counts that the list shows", async () => {
  const page = await mounted(ROUTES, "/admin/security");
  await page.choose("Select all on this page");
  await page.press("Resolve 1 alert");
  await page.press("Resolve 1 alert");
  expect(given.asked).toEqual([{ id: ALERT.id, seen: ALERT.count }]);
});
