import fc from "fast-check";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import type { Computer } from "./computer.ts";
import { type Answer, ISSUER } from "./service.ts";
import { digestOf, signToken } from "./sign.ts";

/** Keys that no application pins. */
export const stranger = nextLeaseKeys();
export const json = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        code: fc.constantFrom("VALID", "REVOKED", "CLONE_SUSPECTED", "NOT_FOUND", "constructor", "__proto__"),
        error: fc.string(),
        activationId: fc.oneof(fc.string(), fc.constant("a".repeat(36))),
        refreshSecret: fc.oneof(fc.string(), fc.constant("s".repeat(43))),
        lease: fc.oneof(fc.string(), fc.constant("a.b.c")),
        expiresAt: fc.oneof(fc.constant(null), fc.string(), fc.integer()),
        recorded: fc.anything(),
        details: fc.anything(),
        field: fc.oneof(fc.string(), fc.constant("entries.0")),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value) ?? ""),
  fc.string(),
);
export const hostile = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 204, 301, 302, 304, 400, 403, 404, 407, 409, 429, 500, 502, 503, 511),
    fc.integer(),
  ),
  body: json,
  proof: fc.constantFrom("none", "random", "stranger", "replayed"),
});

export type Hostile = { status: number; body: string; proof: string };

/** Replaces the service's answer to its last call. */
export function replaced(
  { service }: Computer,
  { status, body, proof }: Hostile,
  answer: Answer,
  nonce: string,
): Answer {
  const claims = {
    iss: ISSUER,
    nonce,
    path: service.calls.at(-1),
    status,
    digest: digestOf(body),
    iat: Math.floor(service.now / 1000),
  };
  const proofs: Record<string, () => string | null> = {
    none: () => null,
    random: () => body,
    stranger: () => signToken(stranger.current, "answer+jwt", claims),
    replayed: () => answer.proof,
    service: () => signToken(service.keys.current, "answer+jwt", claims),
  };
  return { status, body, proof: proofs[proof]?.() ?? null };
}
