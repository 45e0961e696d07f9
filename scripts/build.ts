import path from "node:path";
import { createBuilder } from "../local/build/steps.ts";

/** Builds bundles, template and site once, so that stacks start faster afterwards. */
const root = path.resolve(import.meta.dirname, "..");
const builder = createBuilder(root, path.join(root, ".local"));
await builder.bundle();
await builder.synth(process.argv.includes("--validate"));
await builder.web();
