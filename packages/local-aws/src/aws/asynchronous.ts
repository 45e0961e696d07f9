import { randomUUID } from "node:crypto";
import type { FunctionModel, StackModel } from "../template/model.ts";
import { authorizeFunction } from "./authorize.ts";
import type { Queues } from "./queues/engine.ts";
import { sleep, usualPauseMs } from "./sources/source.ts";
import type { Invoke, InvokeResult } from "./types.ts";
import type { UsageRecorder } from "./usage.ts";

/** Lambda's default number of retries. */
const FURTHER_TRIES = 2;

export type AsynchronousCalls = {
  /**
   * Runs a function as Lambda runs an asynchronous call. After three failed attempts, the event goes to the function's
   * dead-letter queue, if it has one. Resolves after the last attempt.
   */
  call(fn: FunctionModel, event: unknown): Promise<void>;
  /** The number of running calls, including those that wait for a retry. */
  running(): number;
};

export type AsynchronousOptions = {
  invoke: Invoke;
  queues: Queues;
  pauseMs?: ((attempt: number) => number) | undefined;
  log: (line: string) => void;
};

export function asynchronousCalls(options: AsynchronousOptions): AsynchronousCalls {
  let running = 0;

  const tried = async (fn: FunctionModel, event: unknown): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await options.invoke(fn.arn, event);
      if (result.ok) return;
      if (attempt > FURTHER_TRIES) return putAway(fn, event, result.error);
      await sleep((options.pauseMs ?? usualPauseMs)(attempt));
    }
  };

  const putAway = (fn: FunctionModel, event: unknown, error: FunctionError): void => {
    options.log(`${fn.id} failed ${FURTHER_TRIES + 1} times: ${error.errorMessage}`);
    const queue = fn.deadLetterArn === null ? undefined : options.queues.find(fn.deadLetterArn);
    if (!queue) return;
    const text = (StringValue: string) => ({ DataType: "String", StringValue });
    options.queues.send(queue, {
      body: JSON.stringify(event),
      attributes: {
        RequestID: text(randomUUID()),
        ErrorCode: { DataType: "Number", StringValue: "200" },
        ErrorMessage: text((error.errorMessage || error.errorType).slice(0, 1024)),
      },
    });
  };

  return {
    async call(fn, event) {
      running += 1;
      try {
        await tried(fn, event);
      } finally {
        running -= 1;
      }
    },
    running: () => running,
  };
}

type FunctionError = Extract<InvokeResult, { ok: false }>["error"];

/** @throws if a dead-letter queue is missing, or if its function's role may not send to it */
export function checkDeadLetters(model: StackModel, queues: Queues, usage: UsageRecorder): void {
  for (const fn of model.functions) {
    if (fn.deadLetterArn === null) continue;
    const need = { action: "sqs:SendMessage", resource: fn.deadLetterArn };
    if (!queues.find(need.resource)) {
      throw new Error(`The dead-letter queue of ${fn.id} does not exist: ${need.resource}.`);
    }
    authorizeFunction(model.accountId, fn, need);
    usage.note(fn.id, need.action, need.resource);
  }
}
