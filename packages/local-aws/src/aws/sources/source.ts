import type { FunctionModel, MappingModel, StackModel } from "../../template/model.ts";
import type { Queues } from "../queues/engine.ts";
import type { Invoke } from "../types.ts";
import type { Duplicator } from "./duplicates.ts";

/** What a stream's or a queue's subscription needs of the rest. */
export type SourceContext = {
  model: () => StackModel;
  mapping: MappingModel;
  fn: FunctionModel;
  invoke: Invoke;
  queues: Queues;
  duplicates: Duplicator;
  now: () => Date;
  /** How long to wait before the n-th further try; tests make it short. */
  pauseMs: (attempt: number) => number;
  log: (line: string) => void;
  /** False once the subscription was ended. */
  alive: () => boolean;
};

/** `part`: a full batch, behind which there may be more. */
export type Delivered = "nothing" | "all" | "part";

export type Source = {
  /** Delivers what there is, in order. `flush` waits for no batching window. */
  deliver(flush: boolean): Promise<Delivered>;
  /** True while something is left that can be delivered now or soon. */
  pending(): boolean;
  /** The longest wait before the next poll when no notification arrives. */
  idleMs(): number;
};

/** AWS waits longer; locally, minutes until the fifth try would be too long. */
export function usualPauseMs(attempt: number): number {
  return Math.min(50 * 2 ** attempt, 3_000);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
