import { createHash } from "node:crypto";
import type { Context } from "aws-lambda";
import { compactVerify, decodeProtectedHeader, importJWK } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { Nonce } from "#shared/licenses/activation.ts";
import { AnswerClaims } from "#shared/licenses/lease.ts";
import { httpForDevices } from "../../../functions/http/devices.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { publicLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { connectKms, signingKey } from "../../support/kms.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

connectKms();
const keys = await publicLeaseKeys(signingKey("key"));
const NONCE = "a-nonce-of-the-request";
const contract = endpoint({
  method: "POST",
  path: "/api/license/ask",
  audience: "device",
  input: z.object({ seat: z.string("Seat is required"), nonce: Nonce }),
  output: z.object({ ok: z.boolean() }),
});
const handler = httpForDevices(contract)(async ({ input }) => {
  if (input.seat === "taken") throw new AppError("SEAT_TAKEN", "Taken");
  return { ok: true };
});

async function ask(body: unknown) {
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    requestContext: { http: { sourceIp: "203.0.113.1" } },
    body: JSON.stringify(body),
  } as unknown as ApiEvent;
  return handler(event, { awsRequestId: "request" } as Context);
}

beforeEach(() => {
  vi.stubEnv("FUNCTION_ID", "licenses/ask");
  vi.stubEnv("ORIGIN_HASHES", ORIGIN_HASHES);
  vi.stubEnv("LEASE_KEYS", JSON.stringify(keys));
  vi.stubEnv("LICENSE_ISSUER", "https://shop.example.com");
});

test.each([
  ["an answer", { seat: "free" }, 200],
  ["a refusal", { seat: "taken" }, 409],
  ["a validation error", {}, 400],
])("%s is signed together with its request's nonce", async (_what, body, status) => {
  const response = await ask({ ...body, nonce: NONCE });
  expect(response.statusCode).toBe(status);
  const proof = String(response.headers?.["license-proof"]);
  const { kty, crv, x } = keys.current;
  const { payload } = await compactVerify(proof, await importJWK({ kty, crv, x }, "EdDSA"));
  expect(decodeProtectedHeader(proof)).toEqual({ alg: "EdDSA", kid: keys.current.kid, typ: "answer+jwt" });
  expect(AnswerClaims.parse(JSON.parse(new TextDecoder().decode(payload)))).toEqual({
    iss: "https://shop.example.com",
    nonce: NONCE,
    path: "/api/license/ask",
    status,
    digest: createHash("sha256")
      .update(response.body ?? "")
      .digest("base64url"),
    iat: expect.any(Number),
  });
});

test.each([
  ["without a nonce", { seat: "free" }],
  ["with an invalid nonce", { seat: "free", nonce: "short" }],
])("a request %s gets an answer without a proof", async (_what, body) => {
  expect((await ask(body)).headers).not.toHaveProperty("license-proof");
});

test("if KMS does not sign, the answer is sent without a proof", async () => {
  vi.stubEnv("LEASE_KEYS", JSON.stringify({ ...keys, arn: "another" }));
  const response = await ask({ seat: "free", nonce: NONCE });
  expect(response.statusCode).toBe(200);
  expect(response.headers).not.toHaveProperty("license-proof");
});
