import { report } from "#shared/activity/device.ts";
import { LICENSE_MESSAGES, standing } from "#shared/licenses/standing.ts";
import { httpForDevices } from "../http/index.ts";
import { getLicense, requireHolder, requireKey, staleSignals } from "../licenses/index.ts";
import { withinLimits } from "../limits/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret } from "../platform/random.ts";
import { activitiesOf } from "./rules.ts";
import { recordActivities } from "./table.ts";

export const handler = httpForDevices(report)(async ({ input, caller, now }) => {
  const licenseKey = requireKey(input.licenseKey);
  const { fingerprint, activationId } = input;
  const proof = { fingerprint, activationId, secretHash: hashSecret(input.refreshSecret) };
  return withinLimits({ licenseKey, address: caller.address, now }, async () => {
    const license = await getLicense(licenseKey);
    await enqueue(env("SECURITY_QUEUE_URL"), staleSignals(license, proof, now));
    const { computerName } = requireHolder(license, proof);
    const activities = activitiesOf({ userId: license.userId, computerName }, input, now);
    const recorded = await recordActivities(license.userId, activities);
    const { code } = standing(license.entitlement, now);
    return { code, message: LICENSE_MESSAGES[code], serverTime: now.toISOString(), recorded };
  });
});
