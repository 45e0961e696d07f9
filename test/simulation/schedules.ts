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
/** Over a long time, the jobs run only at this interval, because most days have no changes. */
const SKIPPED = 3 * DAY;

export type ScheduledId = (typeof SCHEDULED_IDS)[number];

/** Schedules that are rarer than in infra/events.ts, to save time. */
const RARER: Readonly<Partial<Record<ScheduledId, string>>> = {
  "reconciliation/sweepReservations": "rate(1 hour)",
  // Only checks whether the site answers.
  "diagnostics/probe": "rate(7 days)",
  // Changes neither money nor rights.
  "insights/refreshDue": "rate(1 day)",
  "mail/resumeWaiting": "rate(1 hour)",
  // Repairs rows that a stream has lost. No stream loses rows here.
  "migrations/run": "rate(7 days)",
};
/** Runs never exceed their time here, so a run needs resuming only after it died. */
const RESUMES = "reconciliation/resumeReconciliation";
const isFrequent = (id: ScheduledId) => id === RESUMES || SCHEDULES[id].startsWith("rate(");

/** Advances the shop's time, and runs the functions and Stripe's work that become due. */
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

  /** @param isRarer whether the jobs in RARER run at its times, and only an unfinished reconciliation resumes */
  begin(isRarer: boolean): void {
    this.#isRarer = isRarer;
    this.#due = new Map(SCHEDULED_IDS.map((id) => [id, this.#nextRun(id)]));
  }

  /** The next time in the function's schedule. @param after the earliest time, in milliseconds from now */
  #nextRun(id: ScheduledId, after = 0): number {
    const from = new Date(clock.now() + after);
    const schedule = (this.#isRarer ? RARER[id] : undefined) ?? SCHEDULES[id];
    const next = timetable(schedule).next(from, new Date(Date.UTC(2026, 0, 1)));
    if (!next) throw new Error(`${id} is never due`);
    return next.getTime();
  }

  /** Runs a scheduled function, and runs it once more after a fatal fault, as Lambda's retry does. */
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

  /** Runs reconciliation until it has looked for every lost event. It leaves the last 15 minutes to webhooks. */
  async reconcile(): Promise<void> {
    for (let runs = 0; runs < MAX_ATTEMPTS && this.#stripe.lost > 0; runs += 1) {
      const { lost } = this.#stripe;
      clock.moveTo(clock.now() + 20 * MINUTE);
      this.#stripe.catchUp();
      if (isFinished(await this.run("reconciliation/reconcile"))) this.#stripe.reconciled(lost);
      await this.#sources.settle();
    }
  }

  /** Advances time step by step. Everything that is due at a step runs, and then the shop settles. */
  async pass(ms: number): Promise<void> {
    await this.#sources.settle();
    const until = clock.now() + ms;
    for (;;) {
      const stripe = this.#stripe.nextDue() ?? Infinity;
      // Over a long time, the frequent jobs run with the daily jobs.
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
    // After a long time, skipped jobs follow their usual schedule again.
    for (const [id, at] of this.#due) this.#due.set(id, Math.min(at, this.#nextRun(id)));
  }
}

function isFinished(report: unknown): boolean {
  return typeof report === "object" && report !== null && "finished" in report && report.finished === true;
}
