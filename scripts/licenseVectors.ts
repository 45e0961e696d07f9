import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { computers } from "./licenseVectors/computers.ts";
import { clocks, codes, fingerprints, requests, signIns } from "./licenseVectors/plain.ts";
import { answers, chains, leases, offline } from "./licenseVectors/signed.ts";

/**
 * The test vectors of the license protocol, for a client in any language: `node scripts/licenseVectors.ts` writes
 * packages/license-client/vectors.
 */
export const VECTORS = {
  chains,
  leases,
  answers,
  clocks,
  fingerprints,
  computers,
  requests,
  codes,
  signIns,
  offline,
};
/** As the formatter writes it: a list of numbers or texts on one line, where it fits. */
export const vectorText = (content: object) =>
  `${JSON.stringify(content, null, 2).replaceAll(
    /^.*\[\s+(?:\d+|"[^"\n]*")(?:,\s+(?:\d+|"[^"\n]*"))*\s+\],?$/gm,
    (list) => {
      const line = list
        .replaceAll(/\n\s*/g, " ")
        .replace(/\[ /, "[")
        .replace(/ \](,?)$/, "]$1");
      return line.length > LINE ? list : `${list.slice(0, list.search(/\S/))}${line.trimStart()}`;
    },
  )}\n`;
const LINE = 110;

if (import.meta.main) {
  const folder = path.resolve(import.meta.dirname, "../packages/license-client/vectors");
  mkdirSync(folder, { recursive: true });
  for (const [name, make] of Object.entries(VECTORS))
    writeFileSync(path.join(folder, `${name}.json`), vectorText(make()));
}
