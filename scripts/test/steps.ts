import { spawn } from "node:child_process";
import path from "node:path";

export type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] };

export const bin = (name: string): string => path.join("node_modules", ".bin", name);

/** Some of vitest's projects. @param files all of them without */
export const vitest = (name: string, projects: readonly string[], files: readonly string[] = []): Step => ({
  name,
  command: bin("vitest"),
  args: ["run", ...projects.flatMap((project) => ["--project", project]), ...files],
});

/** Shows a step's output when it ends: lanes would mix their lines. @returns whether it passed */
export async function runStep({ name, command, args }: Step, env: NodeJS.ProcessEnv): Promise<boolean> {
  const started = performance.now();
  console.log(`── ${name} …`);
  const child = spawn(command, args, { env, shell: process.platform === "win32", stdio: "pipe" });
  const said: Buffer[] = [];
  child.stdout.on("data", (part) => said.push(part));
  child.stderr.on("data", (part) => said.push(part));
  const status = await new Promise<number | null>((resolve) => {
    child.on("error", (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on("close", resolve);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(Buffer.concat(said));
  console.log(`── ${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s\n`);
  return status === 0;
}
