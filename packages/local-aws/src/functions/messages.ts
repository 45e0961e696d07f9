export type WorkerSettings = {
  functionId: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  /** The bundle's file, and the export to call. */
  bundle: string;
  exportName: string;
  /** The stack clock's offset in milliseconds: one BigInt64. */
  clock: SharedArrayBuffer;
  /** The local ports for AWS, other services and the site. A worker cannot reach other ports. */
  awsPort: number;
  outside: readonly { hosts: readonly string[]; port: number }[];
  /** Null if the function does not know the site's address. */
  sitePort: number | null;
  /** A folder for compiled code; null to compile each time. */
  compileCacheDir: string | null;
};

/** A call. Event and answer are JSON text, as at Lambda. */
export type Invocation = { requestId: string; event: string; deadline: number };

export type FunctionError = { errorType: string; errorMessage: string; stackTrace?: string[] };

export type LogLevel = "info" | "warn" | "error";

export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "done"; requestId: string; payload: string; memoryMb: number }
  | { kind: "failed"; requestId: string | null; error: FunctionError; memoryMb: number }
  | { kind: "log"; level: LogLevel; text: string };

/** Headers in which a worker names its function and its invocation. They never leave this computer. */
export const FUNCTION_ID_HEADER = "x-local-function";
export const REQUEST_ID_HEADER = "x-local-request-id";
