import { hasSession } from "./session.ts";

export function enlivenNav(): void {
  for (const box of document.querySelectorAll<HTMLElement>("[data-menu]")) enlivenMenu(box);
  for (const button of document.querySelectorAll<HTMLElement>("[data-drawer]")) enlivenDrawer(button);
  const signedIn = hasSession();
  for (const part of document.querySelectorAll<HTMLElement>("[data-signed-in]")) part.hidden = !signedIn;
  for (const part of document.querySelectorAll<HTMLElement>("[data-signed-out]")) part.hidden = signedIn;
}

type Disclosure = { isOpen: () => boolean; set: (open: boolean) => void };

/** The panel that a button discloses (`aria-controls`); null if the page lacks it. */
function disclosureOf(button: Element): Disclosure | null {
  const panel = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (panel === null) return null;
  const set = (open: boolean): void => {
    button.setAttribute("aria-expanded", String(open));
    panel.hidden = !open;
  };
  button.addEventListener("click", () => set(Boolean(panel.hidden)));
  // Following a link in the panel closes it.
  panel.addEventListener("click", () => set(false));
  return { isOpen: () => !panel.hidden, set };
}

/** Escape and a click elsewhere close the menu; arrow keys move through its links. */
function enlivenMenu(box: HTMLElement): void {
  const button = box.querySelector("button");
  const menu = button && disclosureOf(button);
  if (!button || !menu) return;
  const leave = ({ target }: Event): void => {
    if (menu.isOpen() && target instanceof Node && !box.contains(target)) menu.set(false);
  };
  document.addEventListener("pointerdown", leave);
  document.addEventListener("focusin", leave);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.isOpen()) {
      menu.set(false);
      button.focus();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    menu.set(true);
    const links = [...box.querySelectorAll("a")];
    const at = links.findIndex((link) => link.matches(":focus"));
    const down = event.key === "ArrowDown";
    const first = down ? 0 : links.length - 1;
    links[at < 0 ? first : (at + (down ? 1 : -1) + links.length) % links.length]?.focus();
  });
}

/** The menu on small screens. Escape closes it. It also closes when the window becomes wide. */
function enlivenDrawer(button: HTMLElement): void {
  const drawer = disclosureOf(button);
  if (drawer === null) return;
  const relabel = (): void => button.setAttribute("aria-label", drawer.isOpen() ? "Close menu" : "Open menu");
  new MutationObserver(relabel).observe(button, { attributeFilter: ["aria-expanded"] });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !drawer.isOpen()) return;
    drawer.set(false);
    button.focus();
  });
  window
    .matchMedia(`(width >= ${button.dataset.drawer})`)
    .addEventListener("change", () => drawer.set(false));
}
