import { writeFileSync } from "node:fs";
import path from "node:path";
import { readArguments } from "./arguments.ts";
import { COSTS_FILE, costsPage } from "./costs/page.ts";
import { script } from "./deploy/run.ts";

/** Writes docs/costs.md: counted units times list prices. A test checks that it is current. */
await script(() => {
  readArguments(process.argv.slice(2), {});
  writeFileSync(COSTS_FILE, costsPage());
  console.log(path.relative(process.cwd(), COSTS_FILE));
});
