import { join } from "node:path";
import { openJournal } from "../../journal.ts";
import type { StackModel } from "../../template/model.ts";
import type { AsynchronousCalls } from "../asynchronous.ts";
import type { Queues } from "../queues/engine.ts";
import type { Invoke, InvokeResult } from "../types.ts";
import { deadLetter, eventOf, type Scheduled } from "./event.ts";
import { type Timetable, timetable } from "./expression.ts";

export type Schedules = {
  /** Runs the function once with its schedule's input, without retries. Rejects if the function has no schedule. */
  runNow(functionId: string): Promise<InvokeResult>;
  /**
   * Moves the clock to `to`, stopping at each due time to run its schedule. `moveTo` sets the stack's clock. Hourly
   * and more frequent schedules run only their last six times, other schedules only their last `lastRuns` times
   * (default: all).
   */
  advance(to: Date, moveTo: (at: Date) => Promise<void> | void, lastRuns?: number): Promise<void>;
  /** Unfinished scheduled runs, including those that wait for a retry. */
  running(): number;
  /** The stack's time at the last check. */
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
  /** Milliseconds between checks. */
  lookMs?: number;
  /** Whether schedules run as real time passes. Default: true. False: only when the clock is moved. */
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
  /** Stored, so that a daily rate does not start over at each restart. */
  const anchorOf = (id: string): Date => {
    const known = anchors.get(id);
    if (known !== undefined && known <= lookedAt.getTime()) return new Date(known);
    anchors.set(id, lookedAt.getTime());
    return lookedAt;
  };
  const dueUntil = (to: Date, lastRuns = Infinity): Due[] => {
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
      return due.slice(-(frequent ? MAX_FREQUENT_RUNS : lastRuns));
    });
    return all.sort((a, b) => a.at.getTime() - b.at.getTime());
  };

  /**
   * Delivers an event. Like AWS's Scheduler, it never learns how the function ends. If there is no target, the event
   * goes to the schedule's dead-letter queue, if it has one.
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
    // If the clock was reset, `now` is earlier, and later times become due again.
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
    async advance(to, moveTo, lastRuns) {
      look();
      advancing = true;
      try {
        for (const due of dueUntil(to, lastRuns)) {
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
