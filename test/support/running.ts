import path from "node:path";
import { inject } from "vitest";
import { openOffer } from "../../local/seed/offer.ts";
import { startStack } from "../../local/stack.ts";
import type { StackFile } from "../../local/stackFile.ts";
import { SLACK } from "./stack.ts";

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
  await openOffer(running.file);
  return {
    close: async () => {
      ownStack = undefined;
      await running.close();
    },
  };
}
