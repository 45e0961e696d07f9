/**
 * A fingerprint of several components: `fp2.` and, for each component, one letter that names its kind and 16
 * characters of its salted hash, separated by dots: `fp2.bAAAAAAAAAAAAAAAA.cAAAAAAAAAAAAAAAA`. Clients before
 * version 1 send one opaque string. packages/license-client makes these; its vectors hold both sides to one rule.
 */
const PREFIX = "fp2.";
const COMPONENT = /^([a-z])([A-Za-z0-9_-]{16})$/;

/** @returns the components by kind; undefined for an opaque fingerprint */
export function componentsOf(fingerprint: string): ReadonlyMap<string, string> | undefined {
  if (!fingerprint.startsWith(PREFIX)) return undefined;
  const components = new Map<string, string>();
  for (const part of fingerprint.slice(PREFIX.length).split(".")) {
    const [, kind, hash] = COMPONENT.exec(part) ?? [];
    if (kind === undefined || hash === undefined || components.has(kind)) return undefined;
    components.set(kind, hash);
  }
  return components;
}

/**
 * Whether two fingerprints are of one computer: the same string, or more than half of the components of the one
 * that names more. A new disk, a new network card or a reinstalled system changes one of five.
 */
export function isSameComputer(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [componentsOf(one), componentsOf(other)];
  if (!first || !second) return false;
  const equal = [...first].filter(([kind, hash]) => second.get(kind) === hash).length;
  return equal * 2 > Math.max(first.size, second.size);
}

/** A client before version 1 made up its fingerprint; the same installation may replace it with its computer's. */
export function mayReplace(old: string, next: string): boolean {
  return componentsOf(old) === undefined && componentsOf(next) !== undefined;
}
