import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type Said = { readonly status: number | null; readonly text: string; readonly seconds: number };
export type Session = {
  /** Types a command into the shell. `typed` answers its questions. */
  type(command: string, typed?: string): Promise<Said>;
};

/** Variables that the page tells its reader to set. This machine's values must not leak into the session. */
const ON_PAGE = /^(AWS|STRIPE|CDK|JUDGE)_/;

/**
 * A newcomer's shell in one folder. Exported variables persist between commands.
 * @param folder for the session's own files
 */
export function openSession(cwd: string, folder: string, given: NodeJS.ProcessEnv): Session {
  const exported = path.join(folder, "exported");
  const own = Object.entries(process.env).filter(([name]) => !ON_PAGE.test(name) && !name.startsWith("npm_"));
  let env: NodeJS.ProcessEnv = { ...Object.fromEntries(own), ...given };
  return {
    async type(command, typed = "") {
      const started = performance.now();
      const script = `${command}\ncode=$?; env -0 > '${exported}'; exit $code`;
      const child = spawn("/bin/sh", ["-c", script], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
      // A program that asks nothing may close its input early.
      child.stdin.on("error", () => undefined);
      child.stdin.end(typed);
      let text = "";
      const hear = (part: Buffer) => {
        text += part.toString();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      const status = await new Promise<number | null>((resolve, reject) => {
        child.once("error", reject);
        child.once("close", resolve);
      });
      if (existsSync(exported)) env = readEnv(exported);
      return { status, text, seconds: (performance.now() - started) / 1000 };
    },
  };
}

function readEnv(file: string): NodeJS.ProcessEnv {
  const lines = readFileSync(file, "utf8").split("\0");
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf("=");
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
}
