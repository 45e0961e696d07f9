import { expect, test } from "vitest";
import { commandsFor } from "../../../web/src/operator/shell/commands.ts";
import { DESKS, TABS } from "../../../web/src/operator/tabs.ts";

const titles = (text: string) => commandsFor(text).map(({ title }) => title);

test("the command palette lists every page before the operator types", () => {
  expect(titles(" ")).toEqual([...TABS, ...DESKS].map(({ label }) => label));
});

test.each([
  ["net", ["Affiliate Network"]],
  ["aff net", ["Affiliate Network"]],
  ["DISCOUNT", ["Discount Codes", "Create a discount code"]],
  ["last mon", ["See last month's figures"]],
  ["etwork", []],
  ["@", []],
])("%j finds pages and actions by the beginnings of their words", (text, expected) => {
  expect(titles(text)).toEqual(expected);
});

test("an action opens its page", () => {
  expect(commandsFor("incident")).toEqual([
    { kind: "page", title: "Incidents", to: "/admin/incidents" },
    { kind: "action", title: "Report an incident on the status page", to: "/admin/incidents?new" },
  ]);
});
