import { ask, field } from "./ask.ts";

const WORST_FIRST = ["red", "yellow", "green"] as const;

/** Says the overall state in the hero. Without an answer, the link stays as it is. */
export async function enlivenStatusLine(): Promise<void> {
  const line = document.querySelector<HTMLElement>("[data-status-line]");
  if (line === null) return;
  const services = field(await ask(line), "services");
  if (typeof services !== "object" || services === null) return;
  const states: unknown[] = Object.values(services);
  const worst = WORST_FIRST.find((state) => states.includes(state)) ?? "green";
  for (const word of line.querySelectorAll<HTMLElement>("[data-state]"))
    word.hidden = word.dataset.state !== worst;
}
