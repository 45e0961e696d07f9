import { readdirSync } from "node:fs";
import path from "node:path";

const YEAR = "public, max-age=31536000, immutable";

export type Upload = { readonly key: string; readonly file: string; readonly cacheControl: string };

/**
 * The site's files in upload order: hashed files first, then other files, then documents, and index.html last. So a
 * visitor during the upload gets a complete page, old or new. Old files stay.
 */
export function uploadsOf(folder: string): Upload[] {
  // globSync would skip /.well-known.
  const keys = readdirSync(folder, { recursive: true, withFileTypes: true })
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
