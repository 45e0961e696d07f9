import { spawn } from "node:child_process";

/** A failed build step; the message is the program's output. */
export class BuildError extends Error {
  override readonly name = "BuildError";
}

const running = new Set<ReturnType<typeof spawn>>();

/** Runs one of the project's programs to its end, on this Node. */
export function runProgram(
  file: string,
  options: { cwd: string; arguments?: string[]; environment?: Record<string, string> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", file, ...(options.arguments ?? [])],
      {
        cwd: options.cwd,
        env: { ...process.env, ...options.environment },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    running.add(child);
    let output = "";
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk.toString("utf8")}`.slice(-8000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new BuildError(`${file} failed:\n${withoutStack(output)}`));
    });
  });
}

/** Ends running builds when the stack ends. */
export function endPrograms(): void {
  for (const child of running) child.kill();
}

function withoutStack(output: string): string {
  const told = output.split("\n").filter((line) => !/^\s+at |^Node\.js v|^\s+\^$/.test(line));
  return told.join("\n").trim();
}
