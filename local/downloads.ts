import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS, LATEST_RELEASE, PLATFORM_NAMES, type Platform } from "#shared/releases.ts";
import { writeDownloadsManifest } from "../scripts/downloads/describe.ts";
import type { Places } from "./options.ts";

const NOTE = "Placeholders of the local stack: they install nothing.";

/** What lies in the downloads bucket here: files that say what they are, and their true sizes and hashes. */
export function ensureDownloads(places: Places): string {
  mkdirSync(path.join(places.downloads, "downloads"), { recursive: true });
  const platforms: readonly Platform[] = ["windows", "macos"];
  for (const platform of platforms)
    writeFileSync(
      path.join(places.downloads, DOWNLOADS[platform].path),
      `In the place of the ${DOWNLOADS[platform].kind.toLowerCase()} of ${BRAND.name} ${LATEST_RELEASE.version} for ${PLATFORM_NAMES[platform]}.\n${NOTE}\n`,
    );
  writeDownloadsManifest(places.downloads, NOTE);
  return places.downloads;
}
