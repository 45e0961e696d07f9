import path from "node:path";
import { inject } from "vitest";
import type { StackFile } from "../../local/stackFile.ts";

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

/** From then on, the file calls its own stack. */
export function callOwnStack(own: StackFile): void {
  ownStack = own;
}
