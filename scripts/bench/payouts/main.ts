import path from "node:path";
import { ROOT } from "../../../local/options.ts";
import { startStack } from "../../../local/stack.ts";
import { putParts } from "../report.ts";
import { type Figures, payEverybody } from "./run.ts";
import { payoutsSection } from "./section.ts";

const PORT = 4950;
/** Avoids the ports of parallel benches and tests. */
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
const SIZES = [1_000, 10_000];

/** `npm run bench -- payouts [sizes]`: each size on a separate stack. */
export async function benchPayouts(given: readonly string[]): Promise<void> {
  const sizes = given.length > 0 ? given.map(Number) : SIZES;
  const measured: Figures[] = [];
  for (const size of sizes) {
    const dataDir = path.join(ROOT, ".local/bench/payouts");
    // The streams that feed the back office's figures are slower than payouts, and this bench does not measure them.
    const options = { reset: true, quiet: true, streams: false };
    const stack = await startStack({ dataDir, port: PORT + PORT_SHIFT, ...options });
    try {
      measured.push(await payEverybody(stack.file, size, "due"));
    } finally {
      await stack.close();
    }
  }
  const section = payoutsSection(measured);
  console.log(section);
  putParts(section);
}
