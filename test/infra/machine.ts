import { readFileSync } from "node:fs";
import path from "node:path";
import type { Ran, Run } from "../../scripts/deploy/run.ts";

/**
 * A machine with Amazon's command line: it knows the parameters, secrets and accounts that it is given, keeps what
 * is written, and fails at what it is told to.
 */
export function machine(given: Readonly<Record<string, string>>, failing?: RegExp) {
  const known = new Map(Object.entries(given));
  const calls: string[] = [];
  const files = new Map<string, string>();
  const ok = (stdout = ""): Ran => ({ status: 0, stdout, stderr: "" });
  const bad = (stderr: string): Ran => ({ status: 254, stdout: "", stderr });
  const absent = (line: string): Ran => {
    if (line.includes("get-parameter")) return bad("An error occurred (ParameterNotFound)");
    if (line.includes("get-secret-value")) return bad("An error occurred (ResourceNotFoundException)");
    return bad("An error occurred (UserNotFoundException)");
  };
  const run: Run = (command, args, options) => {
    const called = [path.basename(command), ...args].join(" ");
    const line = options?.region === undefined ? called : `${options.region} ${called}`;
    const after = (option: string) => args[args.indexOf(option) + 1] ?? "";
    calls.push(line);
    if (failing?.test(line)) return bad("no");
    if (line.includes("get-caller-identity")) return ok("111122223333");
    if (line.includes("configure get region")) return ok("eu-west-1");
    if (line.includes("describe-stacks")) return ok("arn:aws:wafv2:us-east-1:1:global/webacl/a/b");
    if (/get-parameter|get-secret-value|admin-get-user/.test(line)) {
      const value = known.get(line.includes("admin-get-user") ? after("--username") : (args[3] ?? ""));
      return value === undefined ? absent(line) : ok(value);
    }
    if (line.includes("put-parameter")) known.set(after("--name"), after("--value"));
    if (line.includes("put-secret-value")) known.set(after("--secret-id"), options?.input ?? "");
    if (line.includes("s3 cp"))
      files.set((args[3] ?? "").split("/").slice(3).join("/"), readFileSync(args[2] ?? "", "utf8"));
    return ok();
  };
  return { run, calls, files, known };
}
