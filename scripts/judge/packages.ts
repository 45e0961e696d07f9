import { globSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { emptyFolder, mustRun, ROOT } from "./tools.ts";

/** Packs every package as npm would publish it. @returns the archives */
export async function packAll(): Promise<string[]> {
  const manifests = globSync("packages/*/package.json", { cwd: ROOT });
  const archives: string[] = [];
  for (const manifest of manifests) archives.push(await pack(path.join(ROOT, path.dirname(manifest))));
  return archives;
}

/** Packs a package with only index.js and index.d.ts. @param exported the export in its manifest */
export async function packPlanted(exported: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(emptyFolder(), "planted");
  mkdirSync(folder);
  const exports = { ".": exported };
  const manifest = { name: "planted", version: "1.0.0", type: "module", exports };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "index.js"), "export const planted = 'yes';\n");
  writeFileSync(path.join(folder, "index.d.ts"), "export declare const planted: string;\n");
  return pack(folder);
}

/**
 * Packs into an empty folder and looks for the archive there. npm prints the archive's name, but a package's build can
 * print into the same output.
 */
async function pack(folder: string): Promise<string> {
  const to = emptyFolder();
  await mustRun("npm", ["pack", "--loglevel=error", "--pack-destination", to, folder]);
  const [archive] = globSync("*.tgz", { cwd: to });
  if (archive === undefined) throw new Error(`npm packed nothing of ${folder}.`);
  return path.join(to, archive);
}
