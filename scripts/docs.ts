import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OPENAPI_FILE, openApiText } from "./docs/openapi.ts";
import { STATES_FILE, statesPage } from "./docs/states.ts";

/** Writes what is derived from the code: docs/states.md and docs/api/openapi.json. Tests hold both current. */
for (const [file, text] of [
  [STATES_FILE, statesPage()],
  [OPENAPI_FILE, openApiText()],
] as const) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(path.relative(process.cwd(), file));
}
