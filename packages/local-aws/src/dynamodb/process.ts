import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { type Dynamodb, localDynamodb } from "./client.ts";
import { indexStreams } from "./streamIndex.ts";

export type DynamodbProcess = {
  endpoint: string;
  client: Dynamodb;
  /** Undefined for the user's own endpoint. */
  pid: number | undefined;
  /** Resolves once the process has ended and its file is flushed. Does nothing for the user's own endpoint. */
  close(): Promise<void>;
  onExit(listener: (message: string) => void): void;
};

export type DynamodbOptions = {
  port: number;
  /** The SQLite file. Default: in memory. */
  dbPath?: string;
  region: string;
  /** The user's own DynamoDB, in place of the embedded one. */
  endpoint?: string | undefined;
};

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 3_000;

/**
 * The shell becomes the database (exec) and leaves a watcher that holds the other end of a pipe to this process.
 * However this process ends, the kernel closes the pipe, and the watcher ends the database. A line on the pipe means
 * that the database has ended already.
 */
const GUARD = '( read -r line <&3 || kill "$$" ) & exec "$@" 3<&-';

export async function startDynamodb(options: DynamodbOptions): Promise<DynamodbProcess> {
  const given = options.endpoint;
  if (given) {
    const client = localDynamodb(given, options.region, "signed");
    if (!(await client.answers())) {
      throw new Error(
        `No DynamoDB answers at ${given}. Start one there, or omit --dynamodb and DYNAMODB_ENDPOINT.`,
      );
    }
    return { endpoint: given, client, pid: undefined, close: async () => client.close(), onExit: () => {} };
  }
  if (options.dbPath) mkdirSync(dirname(options.dbPath), { recursive: true });
  const endpoint = `http://127.0.0.1:${options.port}`;
  const client = localDynamodb(endpoint, options.region, "unsigned");
  if (await client.answers()) {
    throw new Error(
      `Port ${options.port} is taken by another DynamoDB. Stop that DynamoDB, or choose other ports with --port.`,
    );
  }
  const args = ["--host", "127.0.0.1", "--port", String(options.port)];
  if (options.dbPath) args.push("--db-path", options.dbPath);
  const child = guarded(binary(), args);
  let asked = false;
  let output = "";
  const listeners: ((message: string) => void)[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve();
    });
    child.once("exit", (code, signal) => {
      release(child);
      resolve();
      if (!asked)
        for (const tell of listeners) tell(`DynamoDB exited unexpectedly (${signal ?? code}): ${output}`);
    });
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output = `${output}${chunk.toString("utf8")}`.slice(-2_000);
  });
  const up = await Promise.race([waitUntilUp(client), ended.then(() => false)]);
  if (!up) {
    asked = true;
    child.kill("SIGKILL");
    throw new Error(`DynamoDB did not start on port ${options.port}: ${output.trim() || "no answer"}`);
  }
  if (options.dbPath) indexStreams(options.dbPath);
  const close = async () => {
    asked = true;
    client.close();
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await ended;
    clearTimeout(force);
  };
  return { endpoint, client, pid: child.pid, close, onExit: (listener) => void listeners.push(listener) };
}

/**
 * Starts the database. Except on Windows, the database has its own process group. So Ctrl-C reaches only this process,
 * which ends the database last.
 */
function guarded(file: string, args: string[]): ChildProcess {
  if (process.platform === "win32") {
    const child = spawn(file, args, { stdio: ["ignore", "ignore", "pipe"], windowsHide: true });
    process.once("exit", () => child.kill());
    return child;
  }
  return spawn("/bin/sh", ["-c", GUARD, "sh", file, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
}

function release(child: ChildProcess): void {
  const pipe = child.stdio[3];
  if (!pipe || !("write" in pipe)) return;
  const watcher: Writable = pipe;
  watcher.on("error", () => {});
  watcher.end("ended\n");
}

async function waitUntilUp(client: Dynamodb): Promise<boolean> {
  const end = Date.now() + START_LIMIT_MS;
  for (let pause = 4; Date.now() < end; pause = Math.min(pause * 2, 100)) {
    if (await client.answers()) return true;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return false;
}

/** The executable in this platform's installed package. The lock file has only `@dynoxide/linux-x64`. */
export function binary(platform: string = process.platform, arch: string = process.arch): string {
  const require = createRequire(import.meta.url);
  const name = platform === "win32" ? "dynoxide.exe" : "dynoxide";
  for (const file of [`@dynoxide/${platform}-${arch}`, `@dynoxide/${platform}-${arch}-gnu`]) {
    try {
      const path = `${dirname(require.resolve(`${file}/package.json`))}/${name}`;
      if (existsSync(path)) return path;
    } catch {
      // This package is not installed. Tries the next name, or throws the error below.
    }
  }
  throw new Error(
    `No embedded DynamoDB for ${platform}-${arch}. Start another one, such as Amazon's DynamoDB Local, and give its address with --dynamodb or DYNAMODB_ENDPOINT.`,
  );
}
