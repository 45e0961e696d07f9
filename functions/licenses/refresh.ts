import { refresh } from "#shared/licenses/device.ts";
import { httpForDevices } from "../http/index.ts";
import { withinLimits } from "../limits/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret, successorOf } from "../platform/random.ts";
import { answerWithLease } from "./devices/answerWithLease.ts";
import { refreshDevice, withSuspicion } from "./devices/rules.ts";
import { copySignals } from "./signalRules.ts";
import { getLicense, replaceLicense, requireKey } from "./table.ts";

export const handler = httpForDevices(refresh)(async ({ input, caller, now }) => {
  const licenseKey = requireKey(input.licenseKey);
  const { fingerprint, activationId, refreshSecret, attemptId } = input;
  const proof = { fingerprint, activationId, secretHash: hashSecret(refreshSecret) };
  const next = successorOf(refreshSecret, attemptId);
  return withinLimits({ licenseKey, address: caller.address, now }, async () => {
    const license = await retryOnConflict(async () => {
      const before = await getLicense(licenseKey);
      await enqueue(env("SECURITY_QUEUE_URL"), copySignals(before, proof, next.hash, attemptId, now));
      const suspected = withSuspicion(before, proof, next.hash, now);
      if (suspected !== before) await replaceLicense(before, suspected);
      const after = refreshDevice(before, proof, next.hash, now);
      if (after !== before) await replaceLicense(before, after);
      return after;
    });
    return answerWithLease(license, next.secret, now);
  });
});
