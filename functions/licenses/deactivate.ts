import { deactivate } from "#shared/licenses/device.ts";
import { httpForDevices } from "../http/index.ts";
import { withinLimits } from "../limits/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret } from "../platform/random.ts";
import { deactivateDevice } from "./devices/rules.ts";
import { staleSignals } from "./signalRules.ts";
import { getLicense, replaceLicense, requireKey } from "./table.ts";

export const handler = httpForDevices(deactivate)(async ({ input, caller, now }) => {
  const licenseKey = requireKey(input.licenseKey);
  const { fingerprint, activationId } = input;
  const proof = { fingerprint, activationId, secretHash: hashSecret(input.refreshSecret) };
  await withinLimits({ licenseKey, address: caller.address, now }, () =>
    retryOnConflict(async () => {
      const before = await getLicense(licenseKey);
      await enqueue(env("SECURITY_QUEUE_URL"), staleSignals(before, proof, now));
      const after = deactivateDevice(before, proof, now);
      if (after !== before) await replaceLicense(before, after);
    }),
  );
  return {
    code: "VALID" as const,
    message: "This computer has left the seat.",
    serverTime: now.toISOString(),
  };
});
