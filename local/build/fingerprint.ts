import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** Hashes the content of files and folders. Dates do not matter. */
export function fingerprint(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((one) => filesIn(path.join(root, one))).sort()) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 32);
}

function filesIn(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(path.join(place, entry.name)) : [path.join(place, entry.name)],
  );
}
