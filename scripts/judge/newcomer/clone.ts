import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mustRun, ROOT } from "../tools.ts";

/** Copies the project without ignored files, but with uncommitted changes. @returns the copy's folder */
export async function cloneInto(folder: string): Promise<string> {
  const clone = path.join(folder, "articlip");
  const { stdout } = await mustRun("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const file of stdout.split("\0").filter(Boolean)) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(clone, file));
  }
  return clone;
}

/** Replaces a text. @throws unless the file has it exactly once */
export function edit(clone: string, file: string, before: string, after: string): void {
  const text = readFileSync(path.join(clone, file), "utf8");
  if (text.split(before).length !== 2) throw new Error(`${file} does not have ${before} exactly once.`);
  writeFileSync(
    path.join(clone, file),
    text.replace(before, () => after),
  );
}
