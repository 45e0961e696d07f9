import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DownloadsManifest } from "#shared/downloads.ts";
import { DOWNLOADS, LATEST_RELEASE } from "#shared/releases.ts";
import { describeDownloads } from "../../../scripts/downloads/describe.ts";
import { formatSize } from "../../../web/src/customer/dashboard/downloads.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "downloads-"));
  mkdirSync(path.join(folder, "downloads"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the manifest tells size and hash of the very files", () => {
  writeFileSync(path.join(folder, DOWNLOADS.windows.path), "for windows");
  writeFileSync(path.join(folder, DOWNLOADS.macos.path), "for the mac");
  const manifest = describeDownloads(folder);
  expect(DownloadsManifest.parse(manifest)).toEqual({
    version: LATEST_RELEASE.version,
    files: {
      windows: { size: 11, sha256: createHash("sha256").update("for windows").digest("hex") },
      macos: { size: 11, sha256: createHash("sha256").update("for the mac").digest("hex") },
    },
  });
});

test("an installer that is missing is named", () => {
  writeFileSync(path.join(folder, DOWNLOADS.windows.path), "for windows");
  expect(() => describeDownloads(folder)).toThrow(/articlip\.dmg is missing/);
});

test.each([
  [0, "0 bytes"],
  [312, "312 bytes"],
  [84_240_000, "84.2 MB"],
  [1_400_000_000, "1.4 GB"],
])("%i is %s", (bytes, words) => {
  expect(formatSize(bytes, "en-US")).toBe(words);
});
