import { globSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { emptyFolder, jsonOf, mustRun, ROOT, workFolder } from "./tools.ts";

const Packed = z.tuple([z.object({ filename: z.string() })]);

/** Packs every package as npm would publish it. @returns the archives' files */
export async function packAll(): Promise<string[]> {
  const manifests = globSync("packages/*/package.json", { cwd: ROOT });
  const archives: string[] = [];
  for (const manifest of manifests) archives.push(await pack(path.join(ROOT, path.dirname(manifest))));
  return archives;
}

/**
 * A package with index.js and index.d.ts alone.
 * @param exported what its manifest promises for its entry
 */
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

async function pack(folder: string): Promise<string> {
  const to = workFolder("packages");
  const ran = await mustRun("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", to, folder]);
  const [{ filename }] = Packed.parse(jsonOf(ran));
  return path.join(to, filename);
}
