import path from "node:path";
import { inject } from "vitest";
import type { StackOptions } from "../../local/options.ts";
import { openOffer } from "../../local/seed/offer.ts";
import { startStack } from "../../local/stack.ts";
import type { StackFile } from "../../local/stackFile.ts";
import { FOR_TESTS } from "./stack.ts";

declare module "vitest" {
  interface ProvidedContext {
    stack: StackFile;
  }
}

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** For two runs of the tests side by side on one machine. */
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
export const shifted = (port: number): number => port + PORT_SHIFT;

let ownStack: StackFile | undefined;

/** The stack that test/support/stack.ts started for this kind of test, or the file's own. */
export const stack = (): StackFile => ownStack ?? inject("stack");

/**
 * For a file that moves time or breaks the network: what it does must not meet the other tests. The offer is on, and
 * nobody has an account: the rest of the seed would cost more than what most such files do.
 */
export async function startOwnStack(name: string, port: number): Promise<{ close: () => Promise<void> }> {
  const dataDir = path.join(ROOT, ".local", `test-${name}`);
  const running = await startStackOn({ dataDir, port: shifted(port), reset: true, seed: false });
  await openOffer(stack());
  return running;
}

/** A file's own stack, which its calls go to from then on. */
export async function startStackOn(options: StackOptions): Promise<{ close: () => Promise<void> }> {
  const running = await startStack({ ...options, ...FOR_TESTS });
  ownStack = running.file;
  return {
    close: async () => {
      ownStack = undefined;
      await running.close();
    },
  };
}
