import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { clocks, codes, fingerprints, requests, signIns } from "./licenseVectors/plain.ts";
import { answers, chains, leases, offline } from "./licenseVectors/signed.ts";

/**
 * The test vectors of the license protocol, for a client in any language: `node scripts/licenseVectors.ts` writes
 * packages/license-client/vectors.
 */
export const VECTORS = { chains, leases, answers, clocks, fingerprints, requests, codes, signIns, offline };
/** As the formatter writes it: a list of numbers on one line. */
export const vectorText = (content: object) =>
  `${JSON.stringify(content, null, 2).replaceAll(/\[\s+\d+(?:,\s+\d+)*\s+\]/g, (numbers) => `[${numbers.match(/\d+/g)?.join(", ")}]`)}\n`;

if (import.meta.main) {
  const folder = path.resolve(import.meta.dirname, "../packages/license-client/vectors");
  mkdirSync(folder, { recursive: true });
  for (const [name, make] of Object.entries(VECTORS))
    writeFileSync(path.join(folder, `${name}.json`), vectorText(make()));
}
