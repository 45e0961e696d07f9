import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { errorsOf } from "#shared/errorsOf.ts";
import { thrownCodes } from "../support/thrownCodes.ts";

const endpoints = Object.entries<Endpoint>(ENDPOINTS);
const moduleOf = (id: string) => `functions/${id}.ts`;
const thrownBy = thrownCodes(endpoints.map(([id]) => moduleOf(id)));

/** Codes that every Lambda of the API can answer through functions/platform, regardless of its contract. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  "ACCOUNT_SUSPENDED",
  "AUTH_ERROR",
  "CONFIG_ERROR",
  "FORBIDDEN",
  "FRESH_SIGN_IN_REQUIRED",
  "PAYLOAD_TOO_LARGE",
  "READ_ONLY",
  "SECOND_FACTOR_REQUIRED",
  "SESSION_ENDED",
  "UNSUPPORTED_MEDIA_TYPE",
  "VALIDATION_ERROR",
]);
const LICENSE: readonly ErrorCode[] = [
  "EXPIRED",
  "INACTIVE",
  "PAYMENT_REQUIRED",
  "REVOKED",
  "SEAT_BUSY",
  "SEAT_TAKEN",
  "SUSPENDED",
  "SWAP_LIMIT",
];

/** Codes that a module can reach but never answers, with the reason. */
const NEVER_ANSWERED: Readonly<Record<string, { codes: readonly ErrorCode[]; because: string }>> = {
  "referrals/followLink": { codes: ["CONFLICT"], because: "a visitor is redirected whatever happens" },
  "subscriptions/cancelSubscription": { codes: ["ALREADY_OWNED"], because: "canceling cannot cause it" },
  "discounts/createDiscountCode": {
    codes: ["NOT_FOUND"],
    because: "its code and coupon are made in the same call",
  },
  "stripeEvents/getCheckout": {
    codes: ["NOT_FOUND", "REPLACED"],
    because: "the handler looks for the newest key and catches the error of a missing key",
  },
  "licenses/explain": { codes: LICENSE, because: "the answer explains the refusal" },
  "licenses/getSignIn": { codes: LICENSE, because: "the answer describes the seat's refusal" },
};

test.each(endpoints)(
  "the contract of %s lists the codes that its module can answer, and no others",
  (id, contract) => {
    const never: readonly string[] = NEVER_ANSWERED[id]?.codes ?? [];
    const listed: readonly string[] = errorsOf(contract);
    const thrown = thrownBy(moduleOf(id));
    const missing = [...thrown].filter(
      (code) => !EVERYWHERE.has(code) && !never.includes(code) && !listed.includes(code),
    );
    expect(missing, "add them to the contract").toEqual([]);
    expect(contract.errors?.filter((code) => !thrown.has(code)) ?? [], "nothing throws them").toEqual([]);
  },
);

test("the contract of a handler that requires a fresh sign-in lists FRESH_SIGN_IN_REQUIRED", () => {
  const asking = endpoints.filter(([id]) =>
    readFileSync(path.resolve(import.meta.dirname, "../..", moduleOf(id)), "utf8").includes(
      "requireFreshSignIn(",
    ),
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(asking.filter(([, contract]) => !errorsOf(contract).includes("FRESH_SIGN_IN_REQUIRED"))).toEqual([]);
});

test("every exempted code is one that its module can reach, so no exemption is superfluous", () => {
  for (const [id, { codes }] of Object.entries(NEVER_ANSWERED))
    expect([...thrownBy(moduleOf(id))]).toEqual(expect.arrayContaining([...codes]));
});
