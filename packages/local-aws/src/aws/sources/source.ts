import type { FunctionModel, MappingModel, StackModel } from "../../template/model.ts";
import type { Queues } from "../queues/engine.ts";
import type { Invoke } from "../types.ts";
import type { Duplicator } from "./duplicates.ts";

export type SourceContext = {
  model: () => StackModel;
  mapping: MappingModel;
  fn: FunctionModel;
  invoke: Invoke;
  queues: Queues;
  duplicates: Duplicator;
  now: () => Date;
  pauseMs: (attempt: number) => number;
  log: (line: string) => void;
  alive: () => boolean;
};

/** `part`: the batch was full, so more records may be waiting. */
export type Delivered = "nothing" | "all" | "part";

export type Source = {
  /** Delivers the available records in order. `flush` skips the batching window. */
  deliver(flush: boolean): Promise<Delivered>;
  /** Whether anything can be delivered now or soon. */
  pending(): boolean;
  /** The longest wait before the next poll when no notification arrives. */
  idleMs(): number;
};

/** The pause before a retry: shorter than at AWS, where a fifth attempt comes after minutes. */
export function usualPauseMs(attempt: number): number {
  return Math.min(50 * 2 ** attempt, 3_000);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
