import { globSync } from "node:fs";
import path from "node:path";

const YEAR = "public, max-age=31536000, immutable";

export type Upload = { readonly key: string; readonly file: string; readonly cacheControl: string };

/**
 * The site's files in the order in which they go up: those with a hash in their name first, then the others,
 * documents after what they name, and index.html last. Whoever loads a page meanwhile gets an old or a new one,
 * whole either way; old files stay.
 */
export function uploadsOf(folder: string): Upload[] {
  const keys = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
  return keys
    .map((key) => ({
      key,
      file: path.join(folder, key),
      cacheControl: key.startsWith("assets/") ? YEAR : "no-cache",
    }))
    .sort((a, b) => rank(a.key) - rank(b.key) || a.key.localeCompare(b.key));
}

function rank(key: string): number {
  if (key.startsWith("assets/")) return 0;
  if (key === "index.html") return 3;
  return key.endsWith(".html") ? 2 : 1;
}
