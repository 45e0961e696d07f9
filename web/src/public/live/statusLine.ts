import { ask, field } from "./ask.ts";

const WORST_FIRST = ["red", "yellow", "green"] as const;

/** Says the overall state in the hero: that of the worst service, and of this shop. Without an answer, the link stays as it is. */
export async function enlivenStatusLine(): Promise<void> {
  const line = document.querySelector<HTMLElement>("[data-status-line]");
  if (line === null) return;
  const answer = await ask(line);
  const services = field(answer, "services");
  if (typeof services !== "object" || services === null) return;
  const states: unknown[] = [...Object.values(services), field(answer, "site")];
  const worst = WORST_FIRST.find((state) => states.includes(state)) ?? "green";
  for (const word of line.querySelectorAll<HTMLElement>("[data-state]"))
    word.hidden = word.dataset.state !== worst;
}
