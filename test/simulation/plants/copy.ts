import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plant } from "./plant.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** The folders that the simulation loads. Node finds the packages in the parent folders. */
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
 * @returns the changed files with the planted defect, by path
 * @throws if a file does not contain the code to change exactly once
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
 * Copies the product into a folder below .local and plants a defect in the copy.
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
