import { join } from "node:path";
import type { Dynamodb } from "../../dynamodb/client.ts";
import { openJournal } from "../../journal.ts";
import type { MappingModel, StackModel } from "../../template/model.ts";
import type { Queues } from "../queues/engine.ts";
import type { Invoke } from "../types.ts";
import type { UsageRecorder } from "../usage.ts";
import { type Duplicates, duplicator, USUAL_DUPLICATES } from "./duplicates.ts";
import { checkMapping } from "./permissions.ts";
import { queueSource } from "./queue.ts";
import { type Runner, startRunner } from "./runner.ts";
import { type Source, type SourceContext, sleep, usualPauseMs } from "./source.ts";
import { type Positions, streamSource } from "./stream.ts";

export type SourcesOptions = {
  model: () => StackModel;
  dataDir: string;
  dynamodb: Dynamodb;
  queues: Queues;
  usage: UsageRecorder;
  invoke: Invoke;
  running: () => number;
  now: () => Date;
  duplicates?: Duplicates | undefined;
  pauseMs?: ((attempt: number) => number) | undefined;
  log: (line: string) => void;
};

export type Sources = {
  wake(tableArns: readonly string[]): void;
  setDuplicates(duplicates: Duplicates): void;
  /**
   * Waits until no stream record or due message is left and no function runs. Ignores dead letters and delayed
   * messages. With `askAll: false`, it also ignores writes that bypass the AWS endpoint and send no notification.
   * @returns whether anything was delivered
   * @throws after the limit; names the event source mappings that still wait
   */
  settle(options?: { askAll?: boolean; limitMs?: number }): Promise<boolean>;
  reload(): Promise<void>;
  close(): Promise<void>;
};

const SETTLE_LIMIT_MS = 300_000;

export async function startSources(options: SourcesOptions): Promise<Sources> {
  const duplicates = duplicator(options.duplicates ?? USUAL_DUPLICATES);
  const positions = positionsIn(options.dataDir);
  let runners: Runner[] = [];

  const start = async () => {
    const enabled = options.model().mappings.filter((mapping) => mapping.enabled);
    runners = await Promise.all(enabled.map(subscribe));
  };
  const subscribe = async (mapping: MappingModel): Promise<Runner> => {
    const model = options.model();
    const fn = model.functions.find((candidate) => candidate.arn === mapping.functionArn);
    if (!fn)
      throw new Error(
        `Event source mapping ${mapping.logicalId}: there is no function ${mapping.functionArn}.`,
      );
    checkMapping(model.accountId, mapping, fn, options.usage);
    let alive = true;
    const context: SourceContext = {
      mapping,
      fn,
      duplicates,
      alive: () => alive,
      pauseMs: options.pauseMs ?? usualPauseMs,
      model: options.model,
      invoke: options.invoke,
      queues: options.queues,
      now: options.now,
      log: options.log,
    };
    const [source, sourceArn] = await sourceOf(context);
    const stop = () => {
      alive = false;
    };
    const name = `${mapping.logicalId} (${fn.id})`;
    return startRunner({ name, sourceArn, log: options.log, stop }, source);
  };
  const sourceOf = async (context: SourceContext): Promise<[Source, string]> => {
    const { sourceArn, logicalId } = context.mapping;
    const queue = options.queues.find(sourceArn);
    if (queue) return [queueSource(context, queue), queue.arn];
    const table = options
      .model()
      .tables.find(
        (candidate) => candidate.streamArn === sourceArn || sourceArn.startsWith(`${candidate.arn}/stream/`),
      );
    if (!table)
      throw new Error(`Event source mapping ${logicalId}: there is no stream or queue ${sourceArn}.`);
    return [await streamSource(context, options.dynamodb, table, positions), table.arn];
  };
  const end = async () => {
    const ending = runners;
    runners = [];
    await Promise.all(ending.map((runner) => runner.end()));
  };

  const untilQuiet = async (askAll: boolean, given: { up: boolean }): Promise<boolean> => {
    const withNews = () => runners.filter((runner) => runner.hasNews());
    let looking = askAll ? runners : withNews();
    for (let delivered = false; ; looking = withNews()) {
      if (given.up) return delivered;
      const quiet = options.running() === 0;
      let any = false;
      for (const runner of looking) if (await runner.flush()) any = true;
      if (any) delivered = true;
      else if (quiet && options.running() === 0 && withNews().length === 0) return delivered;
      else await sleep(5);
    }
  };

  const stopListening = options.queues.onChange(() => {
    for (const runner of runners) if (runner.sourceArn.includes(":sqs:")) runner.wake();
  });
  await start();
  return {
    wake(tableArns) {
      for (const runner of runners) if (tableArns.includes(runner.sourceArn)) runner.wake();
    },
    setDuplicates: (next) => duplicates.set(next),
    async settle({ askAll = true, limitMs = SETTLE_LIMIT_MS } = {}) {
      const given = { up: false };
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          given.up = true;
          const left = runners.filter((runner) => runner.pending()).map((runner) => runner.name);
          const what = [...left, ...(options.running() > 0 ? [`${options.running()} invocations`] : [])];
          reject(
            new Error(`Not settled after ${limitMs / 1000} s; left: ${what.join(", ") || "a delivery"}.`),
          );
        }, limitMs);
      });
      try {
        return await Promise.race([untilQuiet(askAll, given), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    async reload() {
      await end();
      await start();
    },
    async close() {
      stopListening();
      await end();
    },
  };
}

function positionsIn(dataDir: string): Positions {
  const journal = openJournal(
    join(dataDir, "stream-positions.jsonl"),
    (value): value is { after: string | null } =>
      typeof value === "object" && value !== null && "after" in value && isPosition(value.after),
  );
  return {
    get: (id) => journal.get(id)?.after,
    set: (id, after) => journal.set(id, { after }),
  };
}

function isPosition(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
