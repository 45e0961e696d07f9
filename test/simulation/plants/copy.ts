import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plant } from "./plant.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** What the simulation loads. The packages are found in the folders above. */
const PARTS = [
  "functions",
  "infra",
  "local",
  "scripts",
  "shared",
  "test/simulation",
  "test/support",
  "package.json",
];

/**
 * Copies the product below .local and plants a defect in the copy. The product itself has no switch for it.
 * @returns the copy's folder, for `removeCopy`
 * @throws where the code that the plant changes is no longer there
 */
export function copyWith({ name, edits }: Plant): string {
  const folder = path.join(ROOT, ".local/plants");
  mkdirSync(folder, { recursive: true });
  const copy = mkdtempSync(path.join(folder, `${name}-`));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  for (const { file, find, replace } of edits) {
    const target = path.join(copy, file);
    const source = readFileSync(target, "utf8");
    if (source.split(find).length !== 2)
      throw new Error(`The plant ${name} must find its code once in ${file}: ${find}`);
    writeFileSync(
      target,
      source.replace(find, () => replace),
    );
  }
  return copy;
}

export const removeCopy = (copy: string): void => rmSync(copy, { recursive: true, force: true });
