import "../../app/zod.ts";
import * as z from "zod/mini";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { API_PATH } from "#shared/site.ts";
import { getHistory, getStatus } from "#shared/status/public.ts";
import { SERVICES, type ServiceState, STATE_NAMES, worstOf } from "#shared/status/service.ts";
import { ask } from "../live/ask.ts";
import { fill, make, notice, timeOf } from "./fill.ts";
import { fillChanges, fillDays, fillUptime } from "./history.ts";
import { fillOpenIncidents, fillPastIncidents } from "./incidents.ts";
import { markOf, OVERALL_WORDS } from "./words.ts";

type Status = Output<typeof getStatus>;

/** The pause before the first retry. Each further pause is twice as long, up to MAX_PAUSE. Milliseconds. */
const PAUSE = 5_000;
const MAX_PAUSE = 300_000;

/**
 * Fills the board now and with each click on Refresh. If the API does not answer, the board says so, keeps the states
 * of the last answer, and asks again after growing pauses while the page is visible.
 */
export async function enlivenStatusBoard(board: Element): Promise<void> {
  const button = board.querySelector("button");
  let status: Status | null = null;
  let history: Output<typeof getHistory> | null = null;
  let pause = PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async (): Promise<void> => {
    if (button?.getAttribute("aria-busy")) return;
    for (const name of ["aria-busy", "aria-disabled"]) button?.setAttribute(name, "true");
    const [now, past] = await Promise.all([answerOf(getStatus), answerOf(getHistory)]);
    status = now ?? status;
    history = past ?? history;
    fillStatus(status, now === null);
    fillOpenIncidents(status?.incidents ?? [], history?.incidents ?? []);
    fillUptime(history, past === null);
    if (history) {
      fillDays(history);
      fillPastIncidents(history.incidents);
      fillChanges(history);
    }
    for (const name of ["aria-busy", "aria-disabled"]) button?.removeAttribute(name);
    clearTimeout(timer);
    if (now !== null && past !== null) pause = PAUSE;
    else {
      timer = setTimeout(retry, pause);
      pause = Math.min(2 * pause, MAX_PAUSE);
    }
  };
  const retry = (): void => {
    if (document.hidden) document.addEventListener("visibilitychange", retry, { once: true });
    else void refresh();
  };
  button?.addEventListener("click", () => void refresh());
  await refresh();
}

/** The API's answer; null if there is none, or if it does not match the contract. */
async function answerOf<E extends Endpoint>(contract: E): Promise<Output<E> | null> {
  const answer = await ask(API_PATH + contract.path);
  return z.safeParse<E["output"]>(contract.output, answer).data ?? null;
}

function fillStatus(status: Status | null, unreachable: boolean): void {
  const overall = status && !unreachable ? worstOf([...Object.values(status.services), status.site]) : null;
  fill("overall", mark(overall, "size-3"), overall ? OVERALL_WORDS[overall] : "Status unconfirmed");
  fill(
    "last update",
    unreachable && notice(`We could not check.${status ? " The states below are unconfirmed." : ""}`),
    status?.answered === false && notice("Our last check of this site got no answer."),
    ...(status ? lastUpdate(status) : []),
  );
  for (const service of SERVICES) {
    const state = status?.services[service];
    if (state) fill(service, mark(state, "size-2"), STATE_NAMES[state]);
  }
}

function lastUpdate({ updated_at: updatedAt, stale }: Status): (Node | string)[] {
  if (!updatedAt) return ["Not updated yet"];
  const old = notice("stale: not checked for over a day");
  return ["Last updated ", timeOf(updatedAt), ...(stale ? [" ", old] : [])];
}

function mark(state: ServiceState | null, size: string): HTMLElement {
  const made = make("span", `${size} ${markOf(state)}`);
  made.setAttribute("aria-hidden", "true");
  return made;
}
