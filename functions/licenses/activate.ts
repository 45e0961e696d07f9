import { activate } from "#shared/licenses/device.ts";
import { withinLimits } from "../limits/table.ts";
import { httpForDevices } from "../platform/devices.ts";
import { decideAgain } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId, newSecret } from "../platform/random.ts";
import { activateDevice } from "./devices/rules.ts";
import { answerWithLease } from "./leases/answer.ts";
import { activationSignals } from "./signals/rules.ts";
import { getLicense, replaceLicense, requireKey } from "./table.ts";

export const handler = httpForDevices(activate)(async ({ input, caller, now }) => {
  const licenseKey = requireKey(input.licenseKey);
  const { secret, hash } = newSecret();
  const device = {
    activationId: newId(),
    fingerprint: input.fingerprint,
    secretHash: hash,
    computerName: input.computerName,
    os: input.os,
    appVersion: input.appVersion,
    ipAddress: caller.address,
    activatedAt: now.toISOString(),
  };
  return withinLimits({ licenseKey, address: caller.address, now }, async () => {
    const license = await decideAgain(async () => {
      const before = await getLicense(licenseKey);
      const after = activateDevice(before, device, now);
      await replaceLicense(before, after);
      return after;
    });
    await enqueue(env("SECURITY_QUEUE_URL"), activationSignals(license, device, caller.country, now));
    return answerWithLease(license, secret, now);
  });
});
