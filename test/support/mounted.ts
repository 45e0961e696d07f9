import { Window } from "happy-dom";
import { act, createElement } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { onTestFinished, vi } from "vitest";

/** An open page without a browser: its content, and the actions of a person on it. */
export type Mounted = {
  /** All words on the page in order, with one line for each element. */
  words: () => string;
  valueOf: (label: string) => string;
  type: (label: string, value: string) => Promise<void>;
  /** Fills a field without an event, as a browser extension does. */
  put: (label: string, value: string) => void;
  /** @param more further properties of the event */
  key: (label: string, key: string, more?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Clicks a checkbox or a radio button with this label. */
  choose: (label: string) => Promise<void>;
  /** @param at the index of the button among those with the same text, from the top */
  press: (button: string, at?: number) => Promise<void>;
  /** Moves the pointer over the form. */
  approach: () => Promise<void>;
  submit: () => Promise<void>;
  /** Goes to another address, as a link of the page does. */
  go: (path: string) => Promise<void>;
  revalidate: () => Promise<void>;
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Opens pages with state, which `htmlOf` cannot show. Only test files of the project `replacing` may use it. */
export async function mounted(routes: RouteObject[], at: string): Promise<Mounted> {
  const browser = new Window({ url: "http://localhost/" });
  // Happy DOM's types differ from the browser's, which the pages use.
  const window = browser as unknown as globalThis.Window & typeof globalThis;
  const { document } = window;
  for (const name of ["document", "Event", "HTMLElement", "HTMLFormElement", "Element", "Node"] as const)
    vi.stubGlobal(name, window[name]);
  vi.stubGlobal("window", window);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const { createRoot } = await import("react-dom/client");
  const router = createMemoryRouter([{ hydrateFallbackElement: createElement("p"), children: routes }], {
    initialEntries: [at],
  });
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const settled = (change: () => unknown): Promise<void> =>
    act(async () => {
      await change();
      // A failed action loads the operator's session, which takes longer on a busy machine.
      await vi.dynamicImportSettled();
    });
  onTestFinished(async () => {
    await settled(() => root.unmount());
    await browser.happyDOM.close();
  });
  await settled(() => root.render(createElement(RouterProvider, { router })));
  await settled(() => vi.waitUntil(() => router.state.initialized));

  // A person cannot reach what an open dialog covers.
  const reachable = (): Element => [...box.querySelectorAll("dialog[open]")].at(-1) ?? box;
  const all = <E extends Element>(selector: string, words?: string): E[] =>
    [...reachable().querySelectorAll<E>(selector)].filter(
      ({ textContent }) => words === undefined || textContent === words,
    );
  const found = <T>(what: string, one: T | null | undefined): T => {
    if (one) return one;
    throw new Error(`There is no ${what} on a page that says: ${box.textContent}`);
  };
  const labeled = (label: string): Field => {
    const [named] = all<Field>(`[aria-label="${label}"]`);
    return found(label, named ?? (all<HTMLLabelElement>("label", label)[0]?.control as Field | undefined));
  };
  const put = (field: Field, value: string): void => {
    // React replaces the element's setter to notice changes, so the original setter is called here.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  };
  const fill = (field: Field, value: string): void => {
    put(field, value);
    field.dispatchEvent(new window.Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
  };

  return {
    words: () =>
      wordsIn(box)
        .replaceAll(/\s*\n\s*/g, "\n")
        .trim(),
    valueOf: (label) => labeled(label).value,
    put: (label, value) => put(labeled(label), value),
    type: (label, value) => settled(() => fill(labeled(label), value)),
    key: (label, key, more = {}) =>
      settled(() => {
        const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value });
        labeled(label).dispatchEvent(event);
      }),
    choose: (label) =>
      settled(() => {
        const [named] = all<HTMLInputElement>(`input[aria-label="${label}"]`);
        const beside = all<HTMLLabelElement>("label").find(({ textContent }) =>
          textContent.startsWith(label),
        );
        found(label, named ?? beside?.querySelector("input")).click();
      }),
    press: (name, nth = 0) => settled(() => found(name, all<HTMLButtonElement>("button", name)[nth]).click()),
    approach: () =>
      settled(() =>
        found("form", all<HTMLFormElement>("form")[0]).dispatchEvent(
          new window.Event("pointerover", { bubbles: true }),
        ),
      ),
    submit: () => settled(() => found("form", all<HTMLFormElement>("form")[0]).requestSubmit()),
    go: (path) => settled(() => router.navigate(path)),
    revalidate: () => settled(() => router.revalidate()),
  };
}

const wordsIn = (element: Element): string =>
  [...element.childNodes]
    .map((child) => ("tagName" in child ? `\n${wordsIn(child as Element)}\n` : child.textContent))
    .join("");
