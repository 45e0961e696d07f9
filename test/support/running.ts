import path from "node:path";
import { inject } from "vitest";
import type { StackFile } from "../../local/stackFile.ts";

declare module "vitest" {
  interface ProvidedContext {
    stack: StackFile;
  }
}

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Moves the ports, so that two runs of the tests can use one machine at the same time. */
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
export const shifted = (port: number): number => port + PORT_SHIFT;

let ownStack: StackFile | undefined;

/** The stack that test/support/stack.ts started for this kind of test, or the stack that the file started. */
export const stack = (): StackFile => ownStack ?? inject("stack");

/** Makes the test file call this stack from now on. */
export function callOwnStack(own: StackFile): void {
  ownStack = own;
}
