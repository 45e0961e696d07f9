import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DOWNLOADS_MANIFEST, type DownloadsManifest } from "#shared/downloads.ts";
import { DOWNLOADS, LATEST_RELEASE, type Platform } from "#shared/releases.ts";
import { Refusal } from "../deploy/run.ts";

/**
 * Describes the installers that lie in a folder as they shall lie in the bucket (`<folder>/downloads/…`).
 * @throws where one of them is missing
 */
export function describeDownloads(folder: string, note?: string): DownloadsManifest {
  const describe = (platform: Platform) => {
    const file = path.join(folder, DOWNLOADS[platform].path);
    if (!existsSync(file))
      throw new Refusal(`${file} is missing: put the ${DOWNLOADS[platform].kind} there.`);
    const bytes = readFileSync(file);
    return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  };
  return {
    version: LATEST_RELEASE.version,
    files: { windows: describe("windows"), macos: describe("macos") },
    ...(note === undefined ? {} : { note }),
  };
}

export function writeDownloadsManifest(folder: string, note?: string): void {
  writeFileSync(
    path.join(folder, DOWNLOADS_MANIFEST),
    `${JSON.stringify(describeDownloads(folder, note), null, 2)}\n`,
  );
}
