/** What a function's worker receives when it starts. */
export type WorkerSettings = {
  functionId: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  /** The bundle's file, and the export to call. */
  bundle: string;
  exportName: string;
  /** Milliseconds that the stack's clock is ahead, one BigInt64. */
  clock: SharedArrayBuffer;
  /** Ports of 127.0.0.1 that stand for AWS, for other services and for the app's own site; no other can be reached. */
  awsPort: number;
  outside: readonly { hosts: readonly string[]; port: number }[];
  /** Null where the function does not know the site's address. */
  sitePort: number | null;
  /** Where compiled code is kept for the next worker; null compiles each time. */
  compileCacheDir: string | null;
};

/** One call of the function. Event and answer travel as JSON text, as at Lambda. */
export type Invocation = { requestId: string; event: string; deadline: number };

export type FunctionError = { errorType: string; errorMessage: string; stackTrace?: string[] };

export type LogLevel = "info" | "warn" | "error";

export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "done"; requestId: string; payload: string; memoryMb: number }
  | { kind: "failed"; requestId: string | null; error: FunctionError; memoryMb: number }
  | { kind: "log"; level: LogLevel; text: string };

/** Headers with which a worker says who is asking; they never leave this machine. */
export const FUNCTION_ID_HEADER = "x-local-function";
export const REQUEST_ID_HEADER = "x-local-request-id";
