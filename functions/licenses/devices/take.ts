import type { Device, License } from "#shared/licenses/license.ts";
import { withinLimits } from "../../limits/index.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { newId, newSecret } from "../../platform/random.ts";
import type { Visitor } from "../../platform/visitor.ts";
import { activationSignals } from "../signalRules.ts";
import { getLicense } from "../table.ts";
import { meetComputer, storeArrival } from "../trials/table.ts";
import { answerWithLease } from "./answerWithLease.ts";
import { activateDevice } from "./rules.ts";

type Computer = { fingerprint: string; computerName: string; os: string; appVersion: string };

/** @throws as `activateDevice` does, NOT_FOUND, REPLACED, RATE_LIMITED */
export function takeSeat(
  licenseKey: string,
  computer: Computer,
  caller: Visitor,
  now: Date,
  how: Pick<Device, "isByCode"> = {},
) {
  const { fingerprint, computerName, os, appVersion } = computer;
  const { secret, hash } = newSecret();
  const device = {
    activationId: newId(),
    fingerprint,
    secretHash: hash,
    computerName,
    os,
    appVersion,
    ipAddress: caller.address,
    activatedAt: now.toISOString(),
    ...how,
  };
  return withinLimits({ licenseKey, address: caller.address, now }, async () => {
    const license: License = await retryOnConflict(async () => {
      const before = await getLicense(licenseKey);
      const met = await meetComputer(before, fingerprint, now);
      const after = activateDevice(before, { ...device, ...met.refusal }, now);
      await storeArrival(before, after, met, now);
      return after;
    });
    await enqueue(env("SECURITY_QUEUE_URL"), activationSignals(license, device, caller.country, now));
    return answerWithLease(license, secret, now);
  });
}
