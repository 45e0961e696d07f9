import { timetable } from "#local-aws";
import { SECOND } from "#shared/instant.ts";
import { SCHEDULES } from "../../infra/events.ts";
import { stack } from "./running.ts";

export async function post(url: string, body: unknown = {}): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${text}`);
  return text === "" ? {} : JSON.parse(text);
}

/** Waits until no webhook, message or stream record is left to deliver. */
export const settle = () => post(`${stack().controlUrl}/settle`);
/** Moves the clock. Daily jobs run only in the last week, because a month's runs take longer than the whole test. */
export const advanceClock = (advanceSeconds: number) =>
  post(`${stack().controlUrl}/clock`, { advanceSeconds, lastRuns: 7 });
/**
 * Runs the daily and weekly schedules that are due within this time, and moves the clock past them. Otherwise, at some
 * hours of the day, a schedule would change the rows that a test writes.
 */
export async function passSchedules(withinMs: number): Promise<void> {
  const crons = Object.values(SCHEDULES).filter((schedule) => schedule.startsWith("cron("));
  for (;;) {
    const answer = await fetch(`${stack().controlUrl}/clock`);
    const now = new Date(((await answer.json()) as { now: string }).now);
    const due = crons
      .map((schedule) => (timetable(schedule).next(now, now)?.getTime() ?? Infinity) - now.getTime())
      .filter((ms) => ms < withinMs);
    if (due.length === 0) return;
    await advanceClock(Math.ceil(Math.max(...due) / SECOND) + 1);
    await settle();
  }
}
export async function clockOffset(): Promise<number> {
  const answer = await fetch(`${stack().controlUrl}/clock`);
  return ((await answer.json()) as { offsetSeconds: number }).offsetSeconds;
}
/** Makes the next call of each function start a new worker, as after a quiet hour. */
export const coolDown = () => post(`${stack().controlUrl}/cold`);
export const resetClock = () => post(`${stack().controlUrl}/clock`, { reset: true });
/** Sets the country and address of all requests. Null stands for the connection's address. */
export const setViewer = (viewer: { country: string; address: string | null }) =>
  post(`${stack().controlUrl}/viewer`, viewer);
export const injectFault = (fault: Record<string, unknown>) => post(`${stack().controlUrl}/faults`, fault);
export async function faults(): Promise<{ service: string; mode: string; struck: number }[]> {
  const answer = await fetch(`${stack().controlUrl}/faults`);
  return ((await answer.json()) as { faults: { service: string; mode: string; struck: number }[] }).faults;
}
export const clearFaults = async () => {
  await fetch(`${stack().controlUrl}/faults`, { method: "DELETE" });
};

/** Each page gets a card with a different fingerprint. */
export const payCheckout = (sessionId: string, card = "4242424242424242") =>
  post(`${stack().stripe.apiUrl}/_control/checkout/${sessionId}/pay`, {
    card,
    fingerprint: `${card} on ${sessionId}`,
  });

export type Invocation = {
  requestId: string;
  functionId: string;
  /** Whether the call started a new worker. */
  cold: boolean;
  calls: { service: string; operation: string; result: string; consumed: { units: number }[] }[];
};

export async function invocations(functionId: string): Promise<Invocation[]> {
  const response = await fetch(
    `${stack().controlUrl}/invocations?function=${encodeURIComponent(functionId)}`,
  );
  const body = await response.json();
  return Array.isArray(body) ? body : body.invocations;
}

/** Sets how Stripe's webhooks arrive. Every mode but "paused" also delivers the webhooks that wait. */
export async function setDelivery(
  mode: "normal" | "paused" | "duplicate" | "shuffle",
  seed = 1,
): Promise<void> {
  await post(`${stack().stripe.apiUrl}/_control/delivery`, { mode, seed });
  if (mode !== "paused") await post(`${stack().stripe.apiUrl}/_control/delivery/flush`);
}

/** Holds webhooks back until `act` has ended or failed. */
export async function withoutWebhooks(act: () => Promise<void>): Promise<void> {
  await setDelivery("paused");
  try {
    await act();
  } finally {
    await setDelivery("normal");
  }
}

/** Runs a scheduled function now. @returns its report */
export const runSchedule = (functionId: string) => post(`${stack().controlUrl}/schedules/${functionId}/run`);
