import type { FunctionModel } from "../template/model.ts";

/** A call's signer: a function with its role's permissions; root, which may do everything; or nobody. */
export type Caller = { kind: "function"; fn: FunctionModel } | { kind: "root" } | { kind: "unsigned" };

export type AwsCall = {
  service: string;
  operation: string;
  caller: Caller;
  /** The id of the invocation that made the call, if its worker sends it (`x-local-request-id`). */
  requestId: string | null;
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The service fills this in for the invocation's record. */
  trace: Trace;
};

export type Trace = { resources: string[]; consumed: Consumed[] };

/** A service of AWS. It checks permissions itself. */
export type Service = (call: AwsCall) => Promise<Answer> | Answer;

export type Answer = { status: number; headers: Record<string, string>; body: string };

/** A permission that a call needs. `context` holds the condition keys that AWS would know. */
export type Need = { action: string; resource: string; context?: Readonly<Record<string, string[]>> };

/** A call's consumed capacity at DynamoDB, and the partition keys that it names. */
export type Consumed = { table: string; index: string | null; units: number; partitions: string[] };

/** A call to a service. `GET /invocations` shows the calls of functions. */
export type ServiceCall = {
  functionId: string | null;
  requestId: string | null;
  service: string;
  operation: string;
  resources: string[];
  consumed: Consumed[];
  /** `ok`, the error's code, or the mode of the fault that lost the call. */
  result: string;
  durationMs: number;
};

/** A function's answer or error. The error may be a timeout, or a fault that ended the worker. */
export type InvokeResult =
  | { ok: true; payload: unknown }
  | { ok: false; error: { errorType: string; errorMessage: string } };

/** Runs a function by its ARN. Resolves even if the function fails. */
export type Invoke = (functionArn: string, event: unknown) => Promise<InvokeResult>;
