import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { API_KEY_ROUTES_FILE, API_KEYS_PAGE, apiKeyRoutesText, apiKeysPage } from "./docs/apiKeyRoutes.ts";
import { OBLIGATIONS_FILE, obligationsPage } from "./docs/obligations.ts";
import { writeOpenApi } from "./docs/openapi.ts";
import { STATES_FILE, statesPage } from "./docs/states.ts";

/** Writes the generated documents. Tests check that the committed ones are current. */
await script(() => {
  readArguments(process.argv.slice(2), {});
  for (const [file, text] of [
    [STATES_FILE, statesPage()],
    [OBLIGATIONS_FILE, obligationsPage()],
    [API_KEY_ROUTES_FILE, apiKeyRoutesText()],
    [API_KEYS_PAGE, apiKeysPage()],
  ] as const) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(path.relative(process.cwd(), file));
  }
  console.log(path.relative(process.cwd(), writeOpenApi()));
});
