import type { Crypto } from "./ports.ts";

/**
 * What a computer is recognized by. Each value stays on the computer: only a salted hash leaves it, of which
 * 96 bits are kept. The service has the same rules (`fp2.`, majority).
 */
export type Components = {
  /** The identity that the operating system was given when it was installed. */
  install?: string;
  /** Maker and model of the machine and its board. */
  board?: string;
  cpu?: string;
  /** The serial number of the system disk, or the volume's where no other can be read. */
  disk?: string;
  /** The hardware addresses of the built-in network adapters. */
  network?: string;
};

const KINDS = { board: "b", cpu: "c", disk: "d", install: "i", network: "n" } as const;
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
 * @returns undefined where nothing of the computer can be read
 */
export function fingerprintOf(
  components: Components,
  product: string,
  crypto: Crypto,
): Fingerprint | undefined {
  const secrets = new Map<string, string>();
  const parts: string[] = [];
  for (const [kind, letter] of Object.entries(KINDS)) {
    const value = textOf(components, kind)?.trim().toLowerCase();
    if (!value) continue;
    parts.push(letter + crypto.hmac(product, `${kind}:${value}`).slice(0, HASH_LENGTH));
    secrets.set(letter, crypto.hmac(product, `store:${kind}:${value}`));
  }
  return parts.length === 0 ? undefined : { text: PREFIX + parts.join("."), secrets };
}

function textOf(components: Components, kind: string): string | undefined {
  const value = Object.entries(components).find(([name]) => name === kind)?.[1];
  return typeof value === "string" ? value : undefined;
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
