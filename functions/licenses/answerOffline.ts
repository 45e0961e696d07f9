import { AppError } from "#shared/errors.ts";
import { answerOffline } from "#shared/licenses/customer.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { leaseKeyChain, signLease } from "../platform/leases.ts";
import { newId } from "../platform/random.ts";
import { answerRequest, answerTo, offlineClaims } from "./offlineRules.ts";
import { toSeat } from "./rules.ts";
import { getOwnedLicense } from "./table.ts";
import { meetComputer, storeArrival } from "./trials/table.ts";

export const handler = http(answerOffline)(async ({ input: { licenseKey, request }, caller, now }) => {
  const activationId = newId();
  const license = await retryOnConflict(async () => {
    const before = await getOwnedLicense(licenseKey, caller.userId);
    const met = await meetComputer(before, request.fingerprint, now);
    const after = answerRequest(before, request, activationId, now, met.refusal);
    if (after !== before) await storeArrival(before, after, met, now);
    return after;
  });
  const found = answerTo(license, request);
  if (!found) throw new AppError("INTERNAL_ERROR", "The answer to an offline request is missing");
  const lease = await signLease(offlineClaims(license, found, env("LICENSE_ISSUER")));
  const answer = { type: "license-answer" as const, version: 1 as const, lease, chain: leaseKeyChain() };
  return { ok: true as const, seat: toSeat(license, now), answer };
});
