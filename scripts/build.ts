import path from "node:path";
import { createBuilder } from "../local/build/steps.ts";

/** Bundles, template and site as the local stack runs them, once: stacks that start after it find all of it built. */
const root = path.resolve(import.meta.dirname, "..");
const builder = createBuilder(root, path.join(root, ".local"));
await builder.bundle();
await builder.synth(process.argv.includes("--validate"));
await builder.web();
