import { type Comparison, clockOfNonce } from "./clock.ts";
import { type Entitlements, readEntitlements } from "./entitlements.ts";
import { isSameComputer } from "./fingerprint.ts";
import { keyIdOf, type PublicKey, readPublicKey, readToken } from "./jws.ts";
import type { Crypto } from "./ports.ts";
import { isTime, type Tier, textOf } from "./wire.ts";

/** A verified lease. Times in milliseconds since 1970. */
export type Lease = {
  seat: string;
  activation: string;
  fingerprint: string;
  tier: Tier;
  entitlements: Entitlements;
  /** The nonce of the answered request file; empty for an online lease. */
  nonce: string;
  issuedAt: number;
  endsAt: number;
};

/** A received answer, and the request that it must match. */
export type Received = {
  proof: string;
  nonce: string;
  path: string;
  status: number;
  body: string;
};

/** Trusts only the application's pinned keys and their successors. */
export type Trust = ReturnType<typeof createTrust>;

/** @param issuer the `iss` of everything that the service signs */
export function createTrust(issuer: string, pinned: readonly PublicKey[], crypto: Crypto) {
  let keys: readonly PublicKey[] = pinned;

  /**
   * Follows statements by which a known key names its successor, from any source and in any order.
   * @returns the statements that a trusted key signed
   */
  function follow(chain: readonly string[]): string[] {
    const used: string[] = [];
    const left = new Set(chain);
    for (let hasLearned = true; hasLearned; ) {
      hasLearned = false;
      for (const link of left) {
        const key = readPublicKey(readToken(link, "key+jwt", keys, crypto), crypto);
        if (!key) continue;
        left.delete(link);
        used.push(link);
        if (keys.some(({ kid }) => kid === key.kid)) continue;
        keys = [...keys, key];
        hasLearned = true;
      }
    }
    return used;
  }

  /** @returns undefined unless the token is a lease of this service */
  function readLease(token: string): Lease | undefined {
    const claims = readToken(token, "lease+jwt", keys, crypto) ?? {};
    const { iss, sub, activation, fingerprint, tier, iat, exp } = claims;
    if (iss !== issuer || !isTime(iat) || !isTime(exp) || exp <= iat) return undefined;
    if (tier !== "pro" && tier !== "free") return undefined;
    const entitlements = readEntitlements(claims.entitlements);
    const texts = [sub, activation, fingerprint].map(textOf);
    if (entitlements === undefined || texts.includes("")) return undefined;
    const [seat = "", id = "", computer = ""] = texts;
    return {
      seat,
      activation: id,
      fingerprint: computer,
      tier,
      entitlements,
      nonce: textOf(claims.nonce),
      issuedAt: iat * 1000,
      endsAt: exp * 1000,
    };
  }

  return {
    follow,
    readLease,
    knows: (token: string): boolean => keys.some(({ kid }) => kid === keyIdOf(token)),

    /** @returns undefined unless the lease is for this activation and computer */
    ownLease(token: string | null, activation: string | null, fingerprint: string): Lease | undefined {
      const lease = token === null ? undefined : readLease(token);
      const isOwn = lease?.activation === activation && isSameComputer(lease.fingerprint, fingerprint);
      return isOwn ? lease : undefined;
    },

    /** @returns undefined unless the service signed the proof as an answer to this library */
    comparison(proof: string | null): Comparison | undefined {
      const claims = readToken(proof ?? "", "answer+jwt", keys, crypto);
      const local = clockOfNonce(textOf(claims?.nonce));
      if (claims?.iss !== issuer || !isTime(claims.iat) || local === undefined) return undefined;
      return { serverTime: claims.iat * 1000, local };
    },

    isUpdate: (signature: string, text: string): boolean =>
      readToken(signature, "update+jwt", keys, crypto)?.digest === crypto.sha256(text),

    /** @returns the service's time in milliseconds; undefined unless the answer is provably the service's */
    timeOfAnswer({ proof, nonce, path, status, body }: Received): number | undefined {
      const claims = readToken(proof, "answer+jwt", keys, crypto);
      if (claims?.iss !== issuer || claims.nonce !== nonce || claims.path !== path) return undefined;
      if (claims.status !== status || claims.digest !== crypto.sha256(body)) return undefined;
      return isTime(claims.iat) ? claims.iat * 1000 : undefined;
    },
  };
}
