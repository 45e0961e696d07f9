import { act, createElement, type ReactElement } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { RouteError } from "../../../web/src/app/RouteError.tsx";
import { mounted } from "../../support/mounted.ts";

// The real log sends its entries seconds later, during another file's tests.
vi.mock("../../../web/src/app/log.ts", () => ({ logger: { log: () => undefined } }));

const shown = async (error: unknown) => {
  const turns: (() => void)[] = [];
  vi.stubGlobal("setInterval", (turn: () => void) => turns.push(turn));
  let failures = 1;
  const loader = (): null => {
    if (failures-- > 0) throw error;
    return null;
  };
  const Component = (): ReactElement => createElement("p", {}, "The page");
  const { words } = await mounted([{ path: "/", Component, loader, ErrorBoundary: RouteError }], "/");
  const turn = () =>
    act(async () => {
      for (const one of turns) one();
    });
  return { words, turn };
};

test.each([
  ["the connection", new ApiError("NETWORK_ERROR", "The server could not be reached.")],
  ["Stripe", new ApiError("PAYMENTS_UNAVAILABLE", "Our payment provider is not answering.", { status: 503 })],
])("a page that cannot load without %s names the cause, and loads after a retry", async (_what, error) => {
  const { words, turn } = await shown(error);
  expect(words()).toContain(error.message);
  await turn();
  expect(words()).toBe("The page");
});

test("a refused page is not retried", async () => {
  const { words, turn } = await shown(new ApiError("FORBIDDEN", "Not yours.", { status: 403 }));
  await turn();
  expect(words()).toContain("Not yours.");
});

const MISSING = new TypeError(
  "Failed to fetch dynamically imported module: https://shop.example/SeatsTab.js",
);

test("a page whose code failed to load offline is loaded once the connection is back", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { words } = await shown(MISSING);
  expect(words()).toContain("The connection was lost. The page will open when the connection returns.");
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  window.dispatchEvent(new Event("online"));
  expect(reload).toHaveBeenCalledOnce();
});

test("a page whose code is missing does not blame the connection", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  const { words } = await shown(MISSING);
  expect(words()).toContain("Part of this page failed to load. Reload the page.");
  expect(words()).not.toContain("connection");
});
