import * as z from "zod/mini";
import { DAY } from "../instant.ts";

/** A computer works for so long without asking: as long as it has been here, between these two. */
export const SHORTEST_LEASE = DAY;
export const LONGEST_LEASE = 7 * DAY;

/** What a signed lease says. A JWS (RFC 7515) in compact form, Ed25519 (`EdDSA`); times in epoch seconds. */
export const LeaseClaims = z.object({
  /** The site that issued it. */
  iss: z.string(),
  /** The seat's id: never the licence key itself. */
  sub: z.string(),
  /** The activation that it was given to, and its computer. */
  activation: z.string(),
  fingerprint: z.string(),
  tier: z.enum(["pro", "free"]),
  iat: z.number(),
  exp: z.number(),
});
export type LeaseClaims = z.output<typeof LeaseClaims>;

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
