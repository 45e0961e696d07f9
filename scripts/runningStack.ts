import { placesIn, ROOT } from "../local/options.ts";
import { readStackFile, type StackFile } from "../local/stackFile.ts";
import { Refusal } from "./deploy/run.ts";

/** @throws Refusal if no stack runs, even if a killed stack left its file */
export async function runningStack(
  file = process.env.STACK_FILE ?? placesIn(`${ROOT}/.local`).stackFile,
): Promise<StackFile> {
  const stack = readStackFile(file);
  const answers =
    stack !== undefined &&
    (await fetch(stack.controlUrl).then(
      () => true,
      () => false,
    ));
  if (stack === undefined || !answers)
    throw new Refusal("No stack is running here: start one with npm run dev.");
  return stack;
}
