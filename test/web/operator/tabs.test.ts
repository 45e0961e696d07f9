import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isBackOffice } from "../../../web/src/app/paths.ts";
import {
  activeTab,
  DESKS,
  GROUPS,
  hrefOf,
  TABS,
  tabInPath,
  titleOf,
} from "../../../web/src/operator/tabs.ts";

describe("the ten tabs", () => {
  test("have their ids and labels in this order", () => {
    expect(TABS.map(({ id, label }) => `${id}: ${label}`)).toEqual([
      "overview: System Overview",
      "users: User Management",
      "keys: Key Management",
      "security: Security Monitoring",
      "activity: Activity",
      "promotions: Promotions",
      "affiliates: Affiliate Network",
      "destinations: Destinations",
      "payouts: Payouts",
      "settings: System Settings",
    ]);
  });

  test("have the path /admin for the overview, and /admin/{tab} for the others", () => {
    expect(TABS.map(({ id }) => hrefOf(id))).toEqual([
      "/admin",
      ...TABS.slice(1).map(({ id }) => `/admin/${id}`),
    ]);
  });

  test.each([
    ["/admin/users", null, "users"],
    ["/admin/USERS", "keys", "users"],
    ["/ADMIN/Payouts/", "keys", "payouts"],
    ["/admin", "keys", "keys"],
    ["/admin", null, "overview"],
    ["/admin", "no-such-tab", "overview"],
    ["/admin/no-such-tab", "security", "security"],
    ["/admin/overview", "security", "overview"],
  ])("the path %s with the remembered tab %j opens %s", (pathname, remembered, tab) => {
    expect(activeTab(pathname, remembered)).toBe(tab);
  });

  test("a page outside the tabs has a title, and is not remembered", () => {
    expect(titleOf("/admin/events")).toBe("Event Desk");
    expect(titleOf("/admin/customers/abc")).toBe("Customer");
    expect(tabInPath("/admin/events")).toBeUndefined();
  });
});

test.each([
  ["/admin", true],
  ["/admin-dashboard", true],
  ["/Admin/keys", true],
  ["/dashboard/admin", false],
  ["/", false],
])("%s belongs to the back office: %s", (path, belongs) => {
  expect(isBackOffice(path)).toBe(belongs);
});

test("the runbook uses the names of pages from the navigation", () => {
  const runbook = readFileSync(new URL("../../../docs/runbook.md", import.meta.url), "utf8");
  const named = [...runbook.matchAll(/back office[,\s(]+([A-Z][a-z]+(?: [A-Z][a-z]+)?)/gi)].flatMap(
    ([, name = ""]) => (/^[A-Z]/.test(name) ? [name] : []),
  );
  const labels: string[] = [...TABS, ...DESKS].map(({ label }) => label);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !labels.includes(name))).toEqual([]);
});

test("the navigation has each page once, in four groups of at most seven", () => {
  const pages = GROUPS.flatMap((group) => group.pages);
  expect([...pages].sort()).toEqual([...TABS, ...DESKS].map(({ id }) => id).sort());
  expect(GROUPS.map(({ label }) => label)).toEqual(["Daily", "Money", "Product", "Setup"]);
  for (const group of GROUPS) expect(group.pages.length).toBeLessThanOrEqual(7);
});
