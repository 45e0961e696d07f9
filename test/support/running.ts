import path from "node:path";
import { inject } from "vitest";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../../local/aws/identity.ts";
import { openOffer } from "../../local/seed/offer.ts";
import { startStack } from "../../local/stack.ts";
import { SLACK } from "./stack.ts";

/** What `.local/stack.json` says of the running stack (the local stack's README has it field by field). */
export type StackFile = {
  siteUrl: string;
  apiUrl: string;
  controlUrl: string;
  mailUrl: string;
  stripe: { apiUrl: string; dashboardUrl: string; webhookSecret: string; secretKey: string };
  cognito: { endpoint: string; userPoolId: string; clientId: string };
  dynamodb: { endpoint: string; region: string; tables: Record<string, string> };
  operator: { email: string; password: string };
  customer: { email: string; password: string };
};

declare module "vitest" {
  interface ProvidedContext {
    stack: StackFile;
  }
}

/** For two runs of the tests side by side on one machine. */
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);

let ownStack: StackFile | undefined;

/** The stack that test/support/stack.ts started for this kind of test, or the file's own. */
export const stack = (): StackFile => ownStack ?? inject("stack");

/**
 * For a file that moves time or breaks the network: what it does must not meet the other tests. The offer is on, and
 * nobody has an account: the rest of the seed would cost more than what most such files do.
 */
export async function startOwnStack(name: string, port: number): Promise<{ close: () => Promise<void> }> {
  const dataDir = path.resolve(import.meta.dirname, "../../.local", `test-${name}`);
  const running = await startStack({
    dataDir,
    port: port + PORT_SHIFT,
    reset: true,
    seed: false,
    slack: SLACK,
    quiet: true,
  });
  ownStack = running.file;
  await openOffer(running.file, { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY });
  return {
    close: async () => {
      ownStack = undefined;
      await running.close();
    },
  };
}
