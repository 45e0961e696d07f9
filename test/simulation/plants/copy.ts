import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plant } from "./plant.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** What the simulation loads. The packages are found in the folders above. */
const PARTS = [
  "functions",
  "infra",
  "local",
  "packages/local-aws",
  "packages/stripe-sandbox",
  "scripts",
  "shared",
  "test/simulation",
  "test/support",
  "package.json",
];

/**
 * The files that a plant changes, with the defect in them, by their path.
 * @throws if the code that the plant changes is not there exactly once
 */
export function planted({ name, edits }: Plant): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const source = files.get(file) ?? readFileSync(path.join(ROOT, file), "utf8");
    if (source.split(find).length !== 2)
      throw new Error(`The plant "${name}" must find its code once in ${file}: ${find}`);
    files.set(
      file,
      source.replace(find, () => replace),
    );
  }
  return files;
}

/**
 * Copies the product below .local and plants a defect in the copy. The product itself has no switch for it.
 * @returns the copy's folder, for `removeCopy`
 */
export function copyWith(plant: Plant): string {
  const files = planted(plant);
  const folder = path.join(ROOT, ".local/plants");
  mkdirSync(folder, { recursive: true });
  const copy = mkdtempSync(path.join(folder, "plant-"));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  for (const [file, source] of files) writeFileSync(path.join(copy, file), source);
  return copy;
}

export const removeCopy = (copy: string): void => rmSync(copy, { recursive: true, force: true });
