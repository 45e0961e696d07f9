import { execFile } from "node:child_process";
import path from "node:path";
import { type Cloud, REGION } from "./cloud.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Hides this machine's AWS credentials from a program under test. */
const NO_PROFILE = {
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  AWS_EC2_METADATA_DISABLED: "true",
};

export type Ended = { status: number; stdout: string; stderr: string };

/**
 * Runs a script as a separate process, like npm, against a fake cloud on this machine.
 * @param input the text to type
 * @param env additions to a signed-in person's environment; undefined removes a variable
 */
export function runProgram(
  cloud: Pick<Cloud, "endpoint">,
  script: string,
  args: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Record<string, string | undefined> } = {},
): Promise<Ended> {
  const clean = Object.entries(process.env).filter(([name]) => !/^(AWS|STRIPE)_/.test(name));
  const given = {
    ...Object.fromEntries(clean),
    ...NO_PROFILE,
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: "AKIATEST",
    AWS_SECRET_ACCESS_KEY: "of-this-test",
    ...env,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join("scripts", script), ...args],
      { cwd: ROOT, env: given },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
