import * as z from "zod/mini";
import { DAY, Instant, MINUTE } from "../instant.ts";
import { LeaseEntitlements } from "./entitlements.ts";
import { Tier } from "./standing.ts";

/** A computer works for so long without asking: as long as it has been here, between these two. */
export const SHORTEST_LEASE = DAY;
export const LONGEST_LEASE = 7 * DAY;

/** Of a weak computer, for which others could pass: long enough for a weekend. */
export const LONGEST_WEAK_LEASE = 3 * DAY;

/** Of the leases of one seat that run at the same time, two may have any length and a third at most ten minutes. */
export const MAX_FULL_LEASES = 2;
export const MAX_SHORT_LEASES = 1;
export const SHORT_LEASE = 10 * MINUTE;

/** A lease that still runs on some computer, whether or not that computer has the seat. */
export const RunningLease = z.object({
  fingerprint: z.string(),
  /** What its computer was recognized by before a part of it was replaced: each may still have a running lease. */
  earlier: z.optional(z.array(z.string())),
  /** Of a computer that shows too little of itself: what it is recognized by instead. */
  activation: z.optional(z.string()),
  endsAt: Instant,
  /** Whether it takes one of the two places without a limit of ten minutes. */
  isFull: z.boolean(),
});
export type RunningLease = z.output<typeof RunningLease>;

/** What a signed lease says. A JWS (RFC 7515) in compact form, Ed25519 (`EdDSA`); times in epoch seconds. */
export const LeaseClaims = z.object({
  /** The site that issued it. */
  iss: z.string(),
  /** The seat's id: never the license key itself. */
  sub: z.string(),
  /** The activation that holds it, and its computer. */
  activation: z.string(),
  fingerprint: z.string(),
  tier: Tier,
  entitlements: LeaseEntitlements,
  /** Of the request file that it answers, for a computer without internet. */
  nonce: z.optional(z.string()),
  iat: z.number(),
  exp: z.number(),
});
export type LeaseClaims = z.output<typeof LeaseClaims>;

/**
 * What the signature in an answer's `license-proof` header says: a JWS of type `answer+jwt`. With it a client tells
 * the service's answers from those of a captive portal, a proxy or a firewall.
 */
export const AnswerClaims = z.object({
  iss: z.string(),
  /** The request's own random value. */
  nonce: z.string(),
  path: z.string(),
  status: z.number(),
  /** SHA-256 of the body's bytes, base64url. */
  digest: z.string(),
  /** The service's time, epoch seconds. */
  iat: z.number(),
});
export type AnswerClaims = z.output<typeof AnswerClaims>;

/** The half of a signing key that everybody may have (RFC 8037). */
export const PublicLeaseKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
export type PublicLeaseKey = z.output<typeof PublicLeaseKey>;
