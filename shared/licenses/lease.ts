import * as z from "zod/mini";
import { DAY, Instant, MINUTE } from "../instant.ts";
import { LeaseEntitlements } from "./entitlements.ts";
import { Tier } from "./standing.ts";

/** An online lease is as long as its computer has already held the seat: at least a day and at most a week. */
export const SHORTEST_LEASE = DAY;
export const LONGEST_LEASE = 7 * DAY;

/** For a weakly identified computer: long enough for a weekend. */
export const LONGEST_WEAK_LEASE = 3 * DAY;

/** A seat can have three running leases: two of any length and a third of at most ten minutes. */
export const MAX_FULL_LEASES = 2;
export const MAX_SHORT_LEASES = 1;
export const SHORT_LEASE = 10 * MINUTE;

/** A lease that has not expired, whether or not its computer still has the seat. */
export const RunningLease = z.object({
  fingerprint: z.string(),
  /** Earlier fingerprints of the computer, before a part was replaced. Each may have a running lease. */
  earlier: z.optional(z.array(z.string())),
  /** Identifies a computer whose fingerprint is too weak. */
  activation: z.optional(z.string()),
  endsAt: Instant,
  /** Whether it is one of the two leases without the limit of ten minutes. */
  isFull: z.boolean(),
});
export type RunningLease = z.output<typeof RunningLease>;

/** The claims of a signed lease. A compact JWS (RFC 7515), Ed25519 (`EdDSA`); times in epoch seconds. */
export const LeaseClaims = z.object({
  iss: z.string(),
  /** The seat's id, never the license key. */
  sub: z.string(),
  activation: z.string(),
  fingerprint: z.string(),
  tier: Tier,
  entitlements: LeaseEntitlements,
  /** From the request file of a computer without internet. */
  nonce: z.optional(z.string()),
  iat: z.number(),
  exp: z.number(),
});
export type LeaseClaims = z.output<typeof LeaseClaims>;

/**
 * The claims of an answer's `license-proof` header: a JWS of type `answer+jwt`. It lets a client tell the service's
 * answers from those of a captive portal, a proxy or a firewall.
 */
export const AnswerClaims = z.object({
  iss: z.string(),
  nonce: z.string(),
  path: z.string(),
  status: z.number(),
  /** SHA-256 of the body's bytes, base64url. */
  digest: z.string(),
  /** Epoch seconds. */
  iat: z.number(),
});
export type AnswerClaims = z.output<typeof AnswerClaims>;

/** The public half of a signing key (RFC 8037). */
export const PublicLeaseKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
export type PublicLeaseKey = z.output<typeof PublicLeaseKey>;
