import type { Crypto } from "./ports.ts";
import { textOf } from "./wire.ts";

// The parts that identify a computer. Only their salted hashes leave the computer.
export type Components = {
  // The id of the operating system's installation.
  install?: string;
  // Maker and model of the machine and its board.
  board?: string;
  cpu?: string;
  // A serial number.
  disk?: string;
  // The address of a built-in adapter.
  network?: string;
};

/** A fingerprint names each kind by its first letter. */
export const KINDS = ["board", "cpu", "disk", "install", "network"] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds that two computers hardly ever share. `readComputer` returns other kinds for some systems. */
export const USUALLY_STRONG: readonly Kind[] = ["disk", "install", "network"];

const HASH_LENGTH = 16;
const PREFIX = "fp3.";
const FORM = /^fp([23])\.(.+)$/;
const PART = /^([A-Za-z])([A-Za-z0-9_-]{16})$/;

export type Fingerprint = {
  /** As sent to the service. */
  text: string;
  /** Maps a component's letter to a key that only this computer can derive. */
  secrets: ReadonlyMap<string, string>;
};

/**
 * @param product the salt: another product gets other hashes
 * @param strong the kinds to mark with a capital letter
 * @returns undefined if no component can be read
 */
export function fingerprintOf(
  components: Components,
  product: string,
  crypto: Crypto,
  strong: readonly Kind[] = USUALLY_STRONG,
): Fingerprint | undefined {
  const secrets = new Map<string, string>();
  const parts: string[] = [];
  for (const kind of KINDS) {
    const value = textOf(components[kind]).trim().toLowerCase();
    if (!value) continue;
    const letter = kind.charAt(0);
    const shown = strong.includes(kind) ? letter.toUpperCase() : letter;
    parts.push(shown + crypto.hmac(product, `${kind}:${value}`).slice(0, HASH_LENGTH));
    secrets.set(letter, crypto.hmac(product, `store:${kind}:${value}`));
  }
  return parts.length === 0 ? undefined : { text: PREFIX + parts.join("."), secrets };
}

type Part = { hash: string; isStrong: boolean };

/** @returns the parts by kind; undefined for an opaque fingerprint */
function partsOf(fingerprint: string): ReadonlyMap<string, Part> | undefined {
  const [, version, text] = FORM.exec(fingerprint) ?? [];
  if (text === undefined) return undefined;
  const parts = new Map<string, Part>();
  for (const each of text.split(".")) {
    const [, letter, hash] = PART.exec(each) ?? [];
    if (letter === undefined || hash === undefined) return undefined;
    const kind = letter.toLowerCase();
    if (parts.has(kind) || (version === "2" && letter !== kind)) return undefined;
    parts.set(kind, { hash, isStrong: version === "2" ? "din".includes(kind) : letter !== kind });
  }
  return parts;
}

/**
 * Whether all parts, two strong parts, or one strong part and all weak parts are equal. A part is strong if both
 * fingerprints mark it. Versions before 1.3 wrote `fp2.` without marks. Their disk, installation and network count as
 * strong.
 */
export function isSameComputer(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [partsOf(one), partsOf(other)];
  if (!first || !second) return false;
  const common = [...first].flatMap(([kind, { hash, isStrong }]) => {
    const match = second.get(kind);
    return match ? [{ isEqual: match.hash === hash, isStrong: match.isStrong && isStrong }] : [];
  });
  const equal = common.filter(({ isEqual }) => isEqual);
  if (equal.length === Math.max(first.size, second.size)) return true;
  const strong = equal.filter(({ isStrong }) => isStrong).length;
  const weak = common.filter(({ isStrong }) => !isStrong);
  return strong >= 2 || (strong === 1 && weak.length > 0 && weak.every(({ isEqual }) => isEqual));
}
