import type { Entitlements } from "./entitlements.ts";
import type { PublicKey } from "./jws.ts";
import { nodeCrypto } from "./node/crypto.ts";
import { createTrust } from "./trust.ts";
import { fieldsOf, textOf } from "./wire.ts";

/** @returns whether a pinned key or its successor signed exactly this feed for the channel */
export function verifyUpdate(info: object, keys: readonly PublicKey[], channel = "latest"): boolean {
  const { signature, chain, ...feed } = fieldsOf(info);
  const trust = createTrust("", keys, nodeCrypto);
  if (Array.isArray(chain)) trust.follow(chain.map(textOf));
  return feed.channel === channel && trust.isUpdate(textOf(signature), JSON.stringify(feed));
}

/** @param entitlements as in the state; null covers nothing */
export function coversUpdate(
  entitlements: Entitlements | null,
  { version, releaseDate }: { version: string; releaseDate: string },
): boolean {
  if (!entitlements) return false;
  const { coveredVersion, coveredUntil } = entitlements;
  // An unreadable date or version is not covered.
  if (coveredUntil && !(Date.parse(releaseDate) <= coveredUntil.getTime())) return false;
  const parts = version.split(/[-+.]/);
  const limits = coveredVersion?.split(".") ?? [];
  const at = limits.findIndex((limit, place) => Number(parts[place]) !== Number(limit));
  return at < 0 || Number(parts[at]) < Number(limits[at]);
}
