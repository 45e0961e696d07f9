import { daysIn, formatCountdown } from "../../ui/countdown.ts";
import { ask, field } from "./ask.ts";

const TICK_MS = 1000;

/** The server's clock minus the browser's, in milliseconds. ui/serverClock.ts would be another file to load. */
let skew = 0;

/** Fills in the limited offer and shows the optional plans. Until the API answers, the page stays as built. */
export async function enlivenOffer(): Promise<void> {
  const offer = document.querySelector<HTMLElement>("[data-offer]");
  if (offer === null) return;
  const promotions = await ask(offer.dataset.from ?? "", ({ headers }) => {
    skew = Date.parse(headers.get("date") ?? "") - Date.now() || 0;
  });
  if (promotions === undefined) return;
  const plans = field(promotions, "plans");
  for (const part of document.querySelectorAll<HTMLElement>("[data-sold]")) {
    const { sold = "" } = part.dataset;
    part.hidden = !field(promotions, sold) && !(Array.isArray(plans) && plans.includes(sold));
  }
  const days = field(promotions, "trial_days");
  for (const place of document.querySelectorAll("[data-days]"))
    place.textContent = `${days} ${days === 1 ? "day" : "days"}`;
  if (field(promotions, "lifetime_enabled") !== true) return;
  const part = (name: string): HTMLElement | null => offer.querySelector(`[data-offer-${name}]`);
  const write = (name: string, text: unknown): void => {
    const place = part(name);
    if (place !== null && text) place.textContent = `${text}`;
  };
  for (const name of ["hero_text", "subtitle"]) write(name, field(promotions, name));
  // An unlimited offer has no quantity, and without a waiting list nobody waits.
  const left =
    Number(field(promotions, "quantity_remaining") ?? NaN) - Number(field(promotions, "waiting") ?? 0);
  const soldOut = left <= 0;
  show(part("left"), left > 0);
  show(part("sold"), soldOut);
  show(part("return"), soldOut && !!field(promotions, "may_return"));
  show(part("buy"), !soldOut);
  show(part("wait"), soldOut && !!field(promotions, "waiting_list"));
  write("count", left);
  // An offer without an end keeps its timer hidden.
  countDown(part("timer"), part("days"), `${field(promotions, "end_at")}`);
  show(part("terms"), true);
}

function show(part: HTMLElement | null, shown: boolean): void {
  if (part !== null) part.hidden = !shown;
}

function countDown(timer: HTMLElement | null, days: HTMLElement | null, endAt: string): void {
  const tick = (): void => {
    const now = Date.now() + skew;
    const time = formatCountdown(endAt, now);
    show(timer, time !== null);
    if (timer !== null && time !== null) timer.textContent = time;
    const left = daysIn(endAt, now);
    if (days !== null) days.textContent = left && `(${left})`;
  };
  tick();
  setInterval(tick, TICK_MS);
}
