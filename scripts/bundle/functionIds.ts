import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { EVENT_HANDLER_IDS } from "../../infra/events.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";

const FUNCTIONS = resolve(import.meta.dirname, "../../functions");

export function functionIds(): string[] {
  return [...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS].sort();
}

/** Handler files by id. @throws if an id has no file */
export function handlerFiles(ids: readonly string[], root = FUNCTIONS): Record<string, string> {
  const files = ids.map((id): [string, string] => [id, join(root, `${id}.ts`)]);
  const missing = files.filter(([, file]) => !existsSync(file)).map(([id]) => `functions/${id}.ts`);
  if (missing.length === 0) return Object.fromEntries(files);
  throw new Error(
    `These are in shared/endpoints.ts or infra/events.ts, but have no handler: ${missing.join(", ")}. ` +
      `Write the file with an export named "handler", or remove the id.`,
  );
}
