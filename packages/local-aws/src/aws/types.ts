import type { FunctionModel } from "../template/model.ts";

/** Who signed a call: a function with the permissions of its role, or the machine itself, which may do all. */
export type Caller = { kind: "function"; fn: FunctionModel } | { kind: "root" } | { kind: "unsigned" };

export type AwsCall = {
  service: string;
  operation: string;
  caller: Caller;
  /** The invocation that made the call, where the function's runner says it (`x-local-request-id`). */
  requestId: string | null;
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Filled on the way, for the record of the invocation. */
  trace: Trace;
};

export type Trace = { resources: string[]; consumed: Consumed[] };

/** One service of AWS: it asks for the permissions itself, then does what was asked for. */
export type Service = (call: AwsCall) => Promise<Answer> | Answer;

export type Answer = { status: number; headers: Record<string, string>; body: string };

/** One thing that a call needs to be allowed; `context` holds the condition keys that AWS would know. */
export type Need = { action: string; resource: string; context?: Readonly<Record<string, string[]>> };

/** What a call cost at DynamoDB, and the partition keys that it touched, as far as the call names them. */
export type Consumed = { table: string; index: string | null; units: number; partitions: string[] };

/** One call of a function to a service, as `GET /invocations` shows it. */
export type ServiceCall = {
  functionId: string | null;
  requestId: string | null;
  service: string;
  operation: string;
  resources: string[];
  consumed: Consumed[];
  /** `ok`, or the error's code. */
  result: string;
  durationMs: number;
};

/** A function's answer, or its error: the worker's own, a timeout, an end by a fault. */
export type InvokeResult =
  | { ok: true; payload: unknown }
  | { ok: false; error: { errorType: string; errorMessage: string } };

/** Runs a function by its ARN; never rejects because the function fails. */
export type Invoke = (functionArn: string, event: unknown) => Promise<InvokeResult>;
