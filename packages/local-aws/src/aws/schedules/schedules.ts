import { join } from "node:path";
import { openJournal } from "../../journal.ts";
import type { StackModel } from "../../template/model.ts";
import type { AsynchronousCalls } from "../asynchronous.ts";
import type { Queues } from "../queues/engine.ts";
import type { Invoke, InvokeResult } from "../types.ts";
import { deadLetter, eventOf, type Scheduled } from "./event.ts";
import { type Timetable, timetable } from "./expression.ts";

export type Schedules = {
  /** Runs the function with its schedule's input, once and without retries. Fails if it has no schedule. */
  runNow(functionId: string): Promise<InvokeResult>;
  /**
   * Moves the clock from one due time to the next up to `to`, and runs each schedule at its due time.
   * `moveTo` sets the stack's clock. Of one that is due hourly or more often only the last six are run.
   */
  advance(to: Date, moveTo: (at: Date) => Promise<void> | void): Promise<void>;
  /** Scheduled runs that are not finished, including those that wait for a retry. */
  running(): number;
  /** Up to when it has looked, on the stack's clock. */
  lookedAt(): Date;
  close(): Promise<void>;
};

export type SchedulesOptions = {
  model: () => StackModel;
  dataDir: string;
  invoke: Invoke;
  asynchronous: AsynchronousCalls;
  queues: Queues;
  now: () => Date;
  /** How often it looks whether something is due. */
  lookMs?: number;
  /** Whether what becomes due as real time passes runs (the default), or only what a move of the clock passes. */
  inRealTime?: boolean;
  log: (line: string) => void;
};

const LOOK_MS = 1_000;
const HOUR_MS = 3_600_000;
const MAX_FREQUENT_RUNS = 6;

type Entry = Scheduled & { times: Timetable };
type Due = { at: Date; entry: Entry };

export function startSchedules(options: SchedulesOptions): Schedules {
  const anchors = openJournal(join(options.dataDir, "schedules.jsonl"), isNumber);
  const parsed = new Map<string, Timetable>();
  const running = new Set<Promise<unknown>>();
  let lookedAt = options.now();
  let advancing = false;
  let closed = false;

  const timesOf = (expression: string): Timetable => {
    const known = parsed.get(expression) ?? timetable(expression);
    parsed.set(expression, known);
    return known;
  };
  const entries = (): Entry[] =>
    options
      .model()
      .schedules.filter((schedule) => schedule.enabled)
      .map((schedule) => ({ id: schedule.name, schedule, times: timesOf(schedule.expression) }));
  /** Kept across restarts, so that a daily rate does not start over with each of them. */
  const anchorOf = (id: string): Date => {
    const known = anchors.get(id);
    if (known !== undefined && known <= lookedAt.getTime()) return new Date(known);
    anchors.set(id, lookedAt.getTime());
    return lookedAt;
  };
  const dueUntil = (to: Date): Due[] => {
    const all = entries().flatMap((entry) => {
      const due: Due[] = [];
      const anchor = anchorOf(entry.id);
      let frequent = false;
      for (let at = entry.times.next(lookedAt, anchor); at && at <= to; ) {
        due.push({ at, entry });
        const next = entry.times.next(at, anchor);
        if (next && next.getTime() - at.getTime() <= HOUR_MS) frequent = true;
        at = next;
      }
      return frequent ? due.slice(-MAX_FREQUENT_RUNS) : due;
    });
    return all.sort((a, b) => a.at.getTime() - b.at.getTime());
  };

  /**
   * Hands an event over, which is all that the Scheduler does: how a function's run ends it never learns. What
   * cannot be handed over, since nobody is there, goes to the schedule's own dead letters.
   */
  const handOver = async (entry: Entry, at: Date): Promise<void> => {
    const { targetArn, deadLetterArn } = entry.schedule;
    const event = eventOf(options.model(), entry, at);
    const fn = options.model().functions.find((candidate) => candidate.arn === targetArn);
    if (fn) return options.asynchronous.call(fn, event);
    const error = { errorType: "AWS.Scheduler.InvalidTarget", errorMessage: `There is no ${targetArn}` };
    options.log(`Schedule ${entry.id}: ${error.errorMessage}`);
    const letters = deadLetterArn === null ? undefined : options.queues.find(deadLetterArn);
    if (letters) options.queues.send(letters, deadLetter(entry, at, error, options.model()));
  };

  const look = () => {
    if (advancing || closed) return;
    const now = options.now();
    const due = now > lookedAt && options.inRealTime !== false ? dueUntil(now) : [];
    // Also backwards: after a reset the clock's future is no longer the past.
    lookedAt = now;
    for (const one of due) {
      const run = handOver(one.entry, one.at).catch((error: unknown) =>
        options.log(`Schedule ${one.entry.id}: ${String(error)}`),
      );
      running.add(run);
      void run.then(() => running.delete(run));
    }
  };
  const timer = setInterval(look, options.lookMs ?? LOOK_MS).unref();
  for (const entry of entries()) anchorOf(entry.id);

  return {
    async runNow(functionId) {
      const fn = options.model().functions.find((candidate) => candidate.id === functionId);
      const entry = entries().find((candidate) => candidate.schedule.targetArn === fn?.arn);
      if (!fn || !entry) throw new Error(`No schedule calls a function "${functionId}".`);
      return options.invoke(fn.arn, eventOf(options.model(), entry, options.now()));
    },
    async advance(to, moveTo) {
      look();
      advancing = true;
      try {
        for (const due of dueUntil(to)) {
          await moveTo(due.at);
          await handOver(due.entry, due.at);
        }
        await moveTo(to);
        lookedAt = to;
      } finally {
        advancing = false;
      }
    },
    running: () => running.size,
    lookedAt: () => lookedAt,
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
