import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "#shared/brand.ts";
import type { ReleaseFile } from "#shared/releaseCatalog.ts";
import { Refusal } from "../deploy/run.ts";

export type Installer = { readonly source: string; readonly blockmap?: string; readonly file: ReleaseFile };

const PLATFORMS: Readonly<Record<string, ReleaseFile["platform"]>> = {
  ".exe": "windows",
  ".dmg": "macos",
  ".zip": "macos",
  ".AppImage": "linux",
  ".deb": "linux",
  ".rpm": "linux",
};

/**
 * Finds a folder's installers and names them by version, platform and architecture. Each version needs its own URL, and
 * electron-updater chooses a file by the architecture in its name.
 * @throws Refusal if two files would have the same name
 */
export function findInstallers(folder: string, version: string): Installer[] {
  if (!existsSync(folder)) throw new Refusal(`There is no folder ${folder}.`);
  const found = readdirSync(folder)
    .sort()
    .flatMap((name) => describe(folder, name, version) ?? []);
  const names = found.map(({ file }) => file.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Refusal(`Two files in ${folder} would be published as ${twice}.`);
  return found;
}

/** @throws Refusal if a file for the channel's users is missing */
export function refuseGaps(files: readonly ReleaseFile[], channel: string, folder: string): void {
  const has = (extension: string) => files.some(({ name }) => name.endsWith(extension));
  const needed = channel === "latest" ? [".exe", ".dmg", ".zip"] : has(".dmg") ? [".zip"] : [];
  const missing = needed.filter((extension) => !has(extension));
  if (missing.length > 0)
    throw new Refusal(
      `${folder} has no ${missing.join(" and no ")} file. The site offers an .exe and a .dmg file, and on macOS ` +
        "electron-updater installs a .zip file whose name contains mac.",
    );
  if (files.length === 0) throw new Refusal(`${folder} has no installers.`);
}

function describe(folder: string, name: string, version: string): Installer | undefined {
  const extension = path.extname(name);
  const platform = PLATFORMS[extension];
  if (platform === undefined || (extension === ".zip" && !/mac|darwin/i.test(name))) return undefined;
  const source = path.join(folder, name);
  const bytes = readFileSync(source);
  const arch = /arm64|aarch64/i.test(name) ? "arm64" : /universal/i.test(name) ? "universal" : "x64";
  const blockmap = `${source}.blockmap`;
  return {
    source,
    ...(existsSync(blockmap) ? { blockmap } : {}),
    file: {
      platform,
      arch,
      name: `${BRAND.slug}-${version}-${platform}-${arch}${extension}`,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      sha512: createHash("sha512").update(bytes).digest("base64"),
    },
  };
}
