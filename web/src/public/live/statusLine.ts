import { ask, field } from "./ask.ts";

const WORST_FIRST = ["red", "yellow", "green"] as const;

/** Shows the worst state of all services and this site. Without an answer, the link stays as built. */
export async function enlivenStatusLine(): Promise<void> {
  const line = document.querySelector<HTMLElement>("[data-status-line]");
  if (line === null) return;
  const answer = await ask(line.dataset.from ?? "");
  const services = field(answer, "services");
  if (typeof services !== "object" || services === null) return;
  const states: unknown[] = [...Object.values(services), field(answer, "site")];
  const worst = WORST_FIRST.find((state) => states.includes(state)) ?? "green";
  for (const word of line.querySelectorAll<HTMLElement>("[data-state]"))
    word.hidden = word.dataset.state !== worst;
}
