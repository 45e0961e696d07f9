import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { SearchEverything } from "../../../web/src/operator/shell/SearchEverything.tsx";
import { mounted } from "../../support/mounted.ts";

vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => ({
    results: [{ kind: "user", id: "li", title: "li@example.com", detail: "", user_id: "li" }],
  }),
}));

const FIELD =
  "Search users, keys, affiliates, payouts, payout requests, alerts, card digits with a day, and Stripe IDs";
const open = async () => {
  const page = await mounted(
    [
      { path: "/", element: createElement(SearchEverything, { onClose: () => undefined }) },
      { path: "*", element: "The page of what was found" },
    ],
    "/",
  );
  await page.type(FIELD, "李");
  await vi.waitFor(() => expect(page.words()).toContain("li@example.com"));
  return page;
};

test.each([
  ["confirms a word of an input method", { isComposing: true }],
  ["confirms a word of an input method in Safari", { keyCode: 229 }],
])("an Enter that %s opens nothing, and the next Enter opens the result", async (_what, composing) => {
  const page = await open();
  await page.key(FIELD, "Enter", composing);
  expect(page.words()).toContain("li@example.com");
  await page.key(FIELD, "Enter");
  expect(page.words()).toBe("The page of what was found");
});

test("four digits alone are answered with a hint to add a day", async () => {
  const page = await open();
  vi.useFakeTimers({ now: Date.parse("2026-11-30T10:00:00.000Z"), toFake: ["Date"] });
  await page.type(FIELD, "4444");
  expect(page.words()).toContain("Add a day to find a card: 4444 Nov 30");
  vi.useRealTimers();
});
