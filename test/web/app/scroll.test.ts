import { Window } from "happy-dom";
import { act, createElement } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Root } from "../../../web/src/app/Root.tsx";

let browser: Window;
beforeEach(() => {
  browser = new Window({ url: "http://localhost/" });
  for (const name of ["document", "Event", "HTMLElement", "Element", "Node", "sessionStorage"] as const)
    vi.stubGlobal(name, browser[name]);
  vi.stubGlobal("window", browser);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await browser.happyDOM.close();
});

/** Loads an address as the browser does, and leaves its page at a position. @returns the position after loading */
async function load(address: string, leaveAt: number): Promise<number> {
  browser.history.replaceState(null, "", address);
  browser.scrollTo(0, 0);
  const { createRoot } = await import("react-dom/client");
  const router = createBrowserRouter([
    { element: createElement(Root), children: [{ path: "*", element: createElement("p") }] },
  ]);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(RouterProvider, { router })));
  const first = browser.scrollY;
  browser.scrollTo(0, leaveAt);
  browser.dispatchEvent(new browser.Event("pagehide"));
  await act(async () => root.unmount());
  router.dispose();
  return first;
}

test("a reloaded page keeps its scroll position, even at an anchor, and another page starts at the top", async () => {
  expect(await load("/dashboard/account#notifications", 600)).toBe(0);
  expect(await load("/dashboard/account#notifications", 600)).toBe(600);
  expect(await load("/dashboard", 100)).toBe(0);
  expect(await load("/dashboard/account", 0)).toBe(0);
});
