import { Window } from "happy-dom";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";

const reported = vi.fn<(error: Error) => void>();
let place: Element;
beforeEach(() => {
  const browser = new Window({ url: "http://localhost/" });
  for (const name of ["document", "Event", "HTMLElement", "Element", "Node"] as const)
    vi.stubGlobal(name, browser[name]);
  vi.stubGlobal("window", browser);
  vi.stubGlobal("reportError", reported);
  reported.mockReset();
  place = document.body.appendChild(document.createElement("div"));
});

/** The number of times that React renders before it gives up. */
const TRIES = 4;

/** @param failures the number of renders that fail first */
async function mounted(failures: number, isPrerendered = false): Promise<void> {
  let left = failures;
  const Page = (): ReactElement => {
    left -= 1;
    if (left >= 0) throw new Error("planted");
    return createElement("p", null, "The page");
  };
  const { mount } = await import("../../../web/src/app/mount.tsx");
  mount(place, Page, isPrerendered);
}

test("a page whose HTML an extension has changed is rendered again without a reported error", async () => {
  place.innerHTML = renderToString(createElement("p", null, "The page"));
  place.firstElementChild?.replaceChildren(document.createElement("an-extension"));
  await mounted(0, true);
  await vi.waitFor(() => expect(place.innerHTML).toBe("<p>The page</p>"));
  expect(reported).not.toHaveBeenCalled();
});

test("a failed page is mounted again, and shows a message if it fails each time", async () => {
  await mounted(TRIES);
  await vi.waitFor(() => expect(place.textContent).toBe("The page"));
  expect(reported.mock.calls).toMatchObject([[{ message: "planted" }]]);
  place = document.body.appendChild(document.createElement("div"));
  await mounted(Number.POSITIVE_INFINITY);
  await vi.waitFor(() => expect(place.textContent).toBe("This page failed. Reload it."));
  expect(reported).toHaveBeenCalledTimes(4);
});
