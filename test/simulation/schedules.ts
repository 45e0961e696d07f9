import { timetable } from "#local-aws";
import { SCHEDULED_IDS, SCHEDULES } from "../../infra/events.ts";
import type { Database } from "./database.ts";
import { clock } from "./determinism.ts";
import type { Functions } from "./functions.ts";
import { MAX_ATTEMPTS, type Sources } from "./sources.ts";
import type { StripeSide } from "./stripe.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Over a long time the jobs skip so much: on most days nothing happened since the last one. */
const SKIPPED = 3 * DAY;

export type ScheduledId = (typeof SCHEDULED_IDS)[number];

/**
 * Rarer than infra/events.ts has them, to save time. The sweep ends holds of half an hour. The probe asks whether the
 * site answers, and the figures touch neither money nor rights.
 */
const RARER: Readonly<Partial<Record<ScheduledId, string>>> = {
  "reconciliation/sweepReservations": "rate(1 hour)",
  "diagnostics/probe": "rate(7 days)",
  "insights/refreshDue": "rate(1 day)",
  "mail/resumeWaiting": "rate(1 hour)",
};
/** No run ends within its first calls here, so nothing is left to resume unless one died. */
const RESUMES = "reconciliation/resumeReconciliation";
const isFrequent = (id: ScheduledId) => id === RESUMES || SCHEDULES[id].startsWith("rate(");

/** Passes the time of the shop, with the functions and Stripe's work that are due on the way. */
export class Schedules {
  readonly #functions: Functions;
  readonly #sources: Sources;
  readonly #database: Database;
  readonly #stripe: StripeSide;
  #due = new Map<ScheduledId, number>();
  #isRarer = true;

  constructor(functions: Functions, sources: Sources, database: Database, stripe: StripeSide) {
    this.#functions = functions;
    this.#sources = sources;
    this.#database = database;
    this.#stripe = stripe;
  }

  /** @param isRarer what costs the most time runs less often than in a deployment */
  begin(isRarer: boolean): void {
    this.#isRarer = isRarer;
    this.#due = new Map(SCHEDULED_IDS.map((id) => [id, this.#nextRun(id)]));
  }

  /** The next time by the function's schedule. @param after milliseconds from now on */
  #nextRun(id: ScheduledId, after = 0): number {
    const from = new Date(clock.now() + after);
    const schedule = (this.#isRarer ? RARER[id] : undefined) ?? SCHEDULES[id];
    const next = timetable(schedule).next(from, new Date(Date.UTC(2026, 0, 1)));
    if (!next) throw new Error(`${id} is never due`);
    return next.getTime();
  }

  /** Runs a scheduled function. Where a fault ends it, it runs once more, as Lambda's own retry does. */
  async run(id: ScheduledId): Promise<unknown> {
    const fault = this.#sources.nextFault();
    if (this.#isRarer && id === RESUMES && !this.#hasUnfinishedReconciliation()) return undefined;
    try {
      const answer = await this.#functions.invoke(id, {}, fault);
      if (answer !== "killed") return answer;
    } catch (error) {
      if (fault === undefined) throw error;
    }
    return this.#functions.invoke(id, {});
  }

  #hasUnfinishedReconciliation(): boolean {
    const [place] = this.#database.partition("Events", "reconciliation");
    return place !== undefined && place.finished !== true;
  }

  /** Runs reconciliation until every lost event was looked for. It leaves the last 15 minutes to webhooks. */
  async reconcile(): Promise<void> {
    for (let runs = 0; runs < MAX_ATTEMPTS && this.#stripe.lost > 0; runs += 1) {
      const { lost } = this.#stripe;
      clock.moveTo(clock.now() + 20 * MINUTE);
      this.#stripe.catchUp();
      if (isFinished(await this.run("reconciliation/reconcile"))) this.#stripe.reconciled(lost);
      await this.#sources.settle();
    }
  }

  /** Time passes: what is due on the way happens when it is due, and the shop settles after each. */
  async pass(ms: number): Promise<void> {
    await this.#sources.settle();
    const until = clock.now() + ms;
    for (;;) {
      const stripe = this.#stripe.nextDue() ?? Infinity;
      // Over a long time the frequent jobs run with the daily ones.
      const daily = Math.min(
        ...[...this.#due].filter(([id]) => ms < 12 * HOUR || !isFrequent(id)).map(([, at]) => at),
      );
      const next = Math.min(stripe, daily, until);
      clock.moveTo(next);
      this.#stripe.catchUp();
      for (const [id, at] of this.#due) {
        if (at > clock.now()) continue;
        this.#due.set(id, this.#nextRun(id, ms > 2 * DAY ? SKIPPED : 0));
        await this.run(id);
      }
      await this.#sources.settle();
      if (clock.now() >= until) break;
    }
    // What a long time skipped is due again as usual: the next day has its own runs.
    for (const [id, at] of this.#due) this.#due.set(id, Math.min(at, this.#nextRun(id)));
  }
}

function isFinished(report: unknown): boolean {
  return typeof report === "object" && report !== null && "finished" in report && report.finished === true;
}
