import { act, createElement } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { onTestFinished, vi } from "vitest";
import { DrawnDocument, DrawnElement } from "./drawnDocument.ts";

/** A page that is open, without a browser: what it shows, and a person at it. */
export type Mounted = {
  /** All words on the page in their order, those of each element on a line. */
  words: () => string;
  /** What a field holds. */
  valueOf: (label: string) => unknown;
  type: (label: string, value: string) => Promise<void>;
  /** A box or a circle beside words. */
  choose: (label: string) => Promise<void>;
  /** @param at which of several with these words, from the top */
  press: (button: string, at?: number) => Promise<void>;
  submit: () => Promise<void>;
  /** To another address, as a link of the page leads there. */
  go: (path: string) => Promise<void>;
  /** Reads the page's data again. */
  revalidate: () => Promise<void>;
};

/** Opens pages that keep their state, which `htmlOf` cannot show. Only for files of the project `replacing`. */
export async function mounted(routes: RouteObject[], at: string): Promise<Mounted> {
  const document = new DrawnDocument();
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", document.defaultView);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const { createRoot } = await import("react-dom/client");
  const router = createMemoryRouter([{ hydrateFallbackElement: createElement("p"), children: routes }], {
    initialEntries: [at],
  });
  const box = document.createElement("div");
  // React draws into what it takes for the browser's.
  const root = createRoot(box as unknown as Element);
  const settled = (change: () => unknown): Promise<void> =>
    act(async () => {
      await change();
    });
  onTestFinished(() => settled(() => root.unmount()));
  await settled(() => root.render(createElement(RouterProvider, { router })));
  await settled(() => vi.waitUntil(() => router.state.initialized));

  // What a dialog covers cannot be reached.
  const reachable = (): DrawnElement[] => {
    const all = box.descendants();
    return all.findLast(({ nodeName }) => nodeName === "DIALOG")?.descendants() ?? all;
  };
  const find = (what: string, fits: (element: DrawnElement) => boolean, at = 0): DrawnElement => {
    const element = reachable().filter(fits)[at];
    if (element === undefined) throw new Error(`There is no ${what} on a page that says: ${box.textContent}`);
    return element;
  };
  const labelOf = (label: string): DrawnElement =>
    find(label, ({ nodeName, textContent }) => nodeName === "LABEL" && textContent.startsWith(label));
  const field = (label: string): DrawnElement =>
    find(label, (element) => {
      const id = element.getAttribute("id");
      return element.getAttribute("aria-label") === label || (id !== null && id === idOf(label));
    });
  const idOf = (label: string): string | null | undefined =>
    reachable()
      .find(({ nodeName, textContent }) => nodeName === "LABEL" && textContent === label)
      ?.getAttribute("for");
  const button = (name: string, at?: number): DrawnElement =>
    find(name, ({ nodeName, textContent }) => nodeName === "BUTTON" && textContent === name, at);
  const handle = async (element: DrawnElement, name: string, target: object = {}): Promise<void> => {
    const handler = element.given(name);
    if (typeof handler !== "function") throw new Error(`${element.textContent} has no ${name}`);
    await settled(() => handler({ target, currentTarget: target, preventDefault: () => undefined }));
  };

  return {
    words: () =>
      wordsIn(box)
        .replaceAll(/\s*\n\s*/g, "\n")
        .trim(),
    valueOf: (label) => field(label).given("value"),
    type: (label, value) => handle(field(label), "onChange", { value }),
    choose: (label) =>
      handle(
        find(label, (each) => each.parentNode === labelOf(label)),
        "onChange",
      ),
    press: (name, at) => handle(button(name, at), "onClick"),
    submit: () =>
      handle(
        find("form", ({ nodeName }) => nodeName === "FORM"),
        "onSubmit",
      ),
    go: (path) => settled(() => router.navigate(path)),
    revalidate: () => settled(() => router.revalidate()),
  };
}

const wordsIn = (element: DrawnElement): string =>
  element.childNodes
    .map((child) => (child instanceof DrawnElement ? `\n${wordsIn(child)}\n` : child.textContent))
    .join("");
