import { WARMED } from "#shared/warming.ts";
import { loadConfig } from "./config.ts";

/** Warms up the functions that a page will need while its user types. A failure costs only speed, so it is ignored. */
export function warm(page: keyof typeof WARMED): void {
  for (const path of Object.values(WARMED[page])) void start(path).catch(() => undefined);
}

async function start(path: string): Promise<void> {
  const { apiPath } = await loadConfig();
  await fetch(`${apiPath}${path}`, { method: "OPTIONS" });
}
