import { moment } from "../../ui/format.ts";

/** False, null and empty texts add nothing. */
type Content = Node | string | false | null | undefined;

export function make(tag: string, className: string, ...content: readonly Content[]): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const part of content) if (part) made.append(part);
  return made;
}

export function timeOf(instant: string, className = ""): HTMLElement {
  const made = make("time", className, moment(instant));
  made.setAttribute("datetime", instant);
  return made;
}

export const notice = (text: string): HTMLElement => make("span", "mr-2 font-medium text-warn-ink", text);

const filled = new WeakMap<Element, string>();

/** Replaces the content of `data-fill`, only if it changed, so that details which a visitor opened stay open. */
export function fill(name: string, ...content: readonly Content[]): Element | null {
  const place = document.querySelector(`[data-fill="${name}"]`);
  const fresh = make("div", "", ...content);
  if (place === null || filled.get(place) === fresh.innerHTML) return place;
  filled.set(place, fresh.innerHTML);
  place.replaceChildren(...fresh.childNodes);
  return place;
}
