import type { Crypto } from "./ports.ts";
import { textOf } from "./wire.ts";

// What a computer is recognized by. Only salted hashes leave it.
export type Components = {
  // The operating system's identity.
  install?: string;
  // Maker and model of the machine and its board.
  board?: string;
  cpu?: string;
  // A serial number.
  disk?: string;
  // The address of a built-in adapter.
  network?: string;
};

/** Each goes by its first letter. */
const KINDS = ["board", "cpu", "disk", "install", "network"] as const;
const HASH_LENGTH = 16;
const PREFIX = "fp2.";

export type Fingerprint = {
  /** As it is sent to the service. */
  text: string;
  /** Per component a key that only this computer can make, by the component's letter. */
  secrets: ReadonlyMap<string, string>;
};

/**
 * @param product the salt: the same computer has different hashes in another product
 * @returns undefined if nothing of the computer can be read
 */
export function fingerprintOf(
  components: Components,
  product: string,
  crypto: Crypto,
): Fingerprint | undefined {
  const secrets = new Map<string, string>();
  const parts: string[] = [];
  for (const kind of KINDS) {
    const value = textOf(components[kind]).trim().toLowerCase();
    if (!value) continue;
    const letter = kind.charAt(0);
    parts.push(letter + crypto.hmac(product, `${kind}:${value}`).slice(0, HASH_LENGTH));
    secrets.set(letter, crypto.hmac(product, `store:${kind}:${value}`));
  }
  return parts.length === 0 ? undefined : { text: PREFIX + parts.join("."), secrets };
}

/** Whether more than half of the components of the fingerprint that names more are equal. */
export function isSameComputer(one: string, other: string): boolean {
  if (one === other) return true;
  if (!one.startsWith(PREFIX) || !other.startsWith(PREFIX)) return false;
  const [first, second] = [one, other].map((text) => new Set(text.slice(PREFIX.length).split(".")));
  if (!first || !second) return false;
  const equal = [...first].filter((part) => second.has(part)).length;
  return equal * 2 > Math.max(first.size, second.size);
}
