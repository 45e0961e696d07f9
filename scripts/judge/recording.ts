import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./tools.ts";

/** Where `npm test` records its requests to Stripe's sandbox. */
export const RECORDING = path.join(ROOT, ".local/test-stripe");

export const lacksRecording = (): string | undefined =>
  existsSync(RECORDING) && globSync("*.jsonl", { cwd: RECORDING }).length > 0
    ? undefined
    : "no recording of requests to Stripe: run npm test first";
