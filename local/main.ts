import path from "node:path";
import { portNumber, readArguments } from "../scripts/arguments.ts";
import { Misuse } from "../scripts/deploy/run.ts";
import { BuildError, endPrograms } from "./build/program.ts";
import { DEFAULT_PORT, ROOT, type StackOptions } from "./options.ts";
import { type Stack, startStack } from "./stack.ts";
import { summary } from "./terminal.ts";

function optionsFrom(given: string[]): StackOptions {
  const { values } = readArguments(given, {
    reset: { type: "boolean", default: false },
    seed: { type: "boolean", default: true },
    port: { type: "string", default: String(DEFAULT_PORT) },
    data: { type: "string", default: path.join(ROOT, ".local") },
    hot: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  });
  const port = portNumber("--port", values.port);
  const { data, ...others } = values;
  return { ...others, port, dataDir: path.resolve(data), watch: true };
}

let ending = false;

/** Exits after the stack has stopped; a second Ctrl-C exits immediately. */
function endOnSignal(starting: Promise<Stack>): void {
  const end = () => {
    if (ending) process.exit(130);
    ending = true;
    console.log("\n  Stopping …");
    // Aborts a running build.
    endPrograms();
    const ended = starting.then(
      (stack) => stack.close(),
      () => {},
    );
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  // The parent process is gone and cannot forward signals.
  process.once("disconnect", end);
  process.channel?.unref();
}

try {
  const options = optionsFrom(process.argv.slice(2));
  const started = performance.now();
  console.log("  Starting …");
  const starting = startStack(options);
  endOnSignal(starting);
  const stack = await starting;
  if (!ending) console.log(summary(stack.file, (performance.now() - started) / 1000));
} catch (error) {
  if (ending) process.exit(0);
  const expected = error instanceof BuildError || (error instanceof Error && !process.env.DEBUG);
  console.error(expected ? `\n${error.message}\n` : error);
  process.exit(error instanceof Misuse ? 2 : 1);
}
