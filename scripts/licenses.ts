import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";

/**
 * Prints the licenses of all packages in the lock file, and fails if one is not allowed. Includes development tools,
 * because their output becomes part of the build.
 */
const ROOT = path.resolve(import.meta.dirname, "..");

/**
 * We may sell a product with packages under these licenses if it names them. MPL-2.0 also requires us to publish
 * changes to its files.
 */
export const ALLOWED: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
]);

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.optional(z.string()), link: z.optional(z.boolean()) }),
  ),
});
export type Licensed = { readonly name: string; readonly license: string };

/** Reads the lock file, or a package.json if the lock file names no license. Skips this repository's packages. */
export function licensedPackages(root = ROOT): Licensed[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")));
  return Object.entries(packages)
    .filter(([place, { link }]) => place.startsWith("node_modules/") && link !== true)
    .map(([place, { license }]) => ({ name: place, license: license ?? ownWord(path.join(root, place)) }));
}

function ownWord(place: string): string {
  try {
    const { license } = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
    return typeof license === "string" ? license : "unknown";
  } catch {
    return "unknown";
  }
}

/** `(MIT OR GPL-3.0)` needs one allowed license. `MIT AND OFL-1.1` needs both allowed. */
export function isAllowed(license: string): boolean {
  const plain = license.replaceAll(/[()]/g, "");
  if (plain.includes(" AND ")) return plain.split(" AND ").every(isAllowed);
  return plain.split(" OR ").some((one) => ALLOWED.has(one.trim()));
}

function main(): void {
  readArguments(process.argv.slice(2), {});
  const packages = licensedPackages();
  const byLicense = Object.groupBy(packages, ({ license }) => license);
  for (const [license, of = []] of Object.entries(byLicense))
    console.log(`${String(of.length).padStart(5)}  ${license}${isAllowed(license) ? "" : "   NOT ALLOWED"}`);
  const refused = packages.filter(({ license }) => !isAllowed(license));
  for (const { name, license } of refused) console.error(`${name}: ${license}`);
  if (refused.length > 0) process.exitCode = 1;
}

if (import.meta.main) await script(main);
