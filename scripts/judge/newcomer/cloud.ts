import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { answering, freePort } from "../ports.ts";
import { ROOT, start, tool } from "../tools.ts";

export const ACCOUNT = "111122223333";
export const REGION = "eu-west-1";
export const CREDENTIALS = { accessKeyId: "test", secretAccessKey: "test" };

export type Cloud = { readonly port: number; readonly url: string; close(): Promise<void> };

/** Starts an empty fake AWS account. Functions run as processes (containers.mjs), without container images. */
export async function startCloud(folder: string, env: NodeJS.ProcessEnv): Promise<Cloud> {
  const port = await freePort();
  const containers = path.join(folder, "containers");
  mkdirSync(containers, { recursive: true });
  const settings = ["--addr", `127.0.0.1:${port}`, "--region", REGION, "--account-id", ACCOUNT];
  const cloud = start(tool("fakecloud"), [...settings, "--enforce-quotas", "--log-level", "warn"], {
    env: {
      ...env,
      FAKECLOUD_CONTAINER_CLI: path.join(ROOT, "scripts/judge/newcomer/containers.mjs"),
      JUDGE_CONTAINERS: containers,
      JUDGE_NODE: process.execPath,
    },
    output: openSync(path.join(folder, "cloud.log"), "a"),
  });
  await answering(port);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const ended = once(cloud, "close");
      cloud.kill();
      await ended;
    },
  };
}
