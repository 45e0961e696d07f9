import { writeFileSync } from "node:fs";
import path from "node:path";
import { COSTS_FILE, costsPage } from "./costs/page.ts";

/** Writes docs/costs.md: counted units times list prices. A test holds it current. */
writeFileSync(COSTS_FILE, costsPage());
console.log(path.relative(process.cwd(), COSTS_FILE));
