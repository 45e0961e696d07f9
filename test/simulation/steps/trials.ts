import { License } from "#shared/licenses/license.ts";
import type { Person } from "../people.ts";
import { activateAs, answerOfflineAs, newDevice } from "./computer.ts";
import { signUpAs } from "./customer.ts";
import { anyone, type Scene, type Step } from "./step.ts";
import { DAY, pass } from "./time.ts";

/** @returns the person's free key, which is created if it is missing */
async function freeKeyOf({ shop, fault }: Scene, person: Person): Promise<string | undefined> {
  const { body } = await shop.call("licenses/createFreeKey", person, {}, fault);
  return body.licenseKey as string | undefined;
}

/** A person tries the application, sometimes on a known computer, which may have had a trial. */
const tryIt: Step = async (scene) => {
  const { people, random } = scene;
  const known = random.pick(people.all.flatMap(({ devices }) => devices));
  const person = (await signUpAs(scene)) ?? anyone(scene);
  const licenseKey = person && (await freeKeyOf(scene, person));
  if (!licenseKey) return undefined;
  const device = known && random.chance(0.5) ? { fingerprint: known.fingerprint } : newDevice(scene);
  person.devices.push(device);
  const isOffline = random.chance(0.3);
  const answer = isOffline
    ? await answerOfflineAs(scene, person, device, licenseKey)
    : await activateAs(scene, device, licenseKey);
  return `${person.email} tries it${isOffline ? " offline" : ""}: ${answer.status} ${answer.body.tier ?? answer.body.code ?? ""}`;
};

/** Advances time to some day of a trial or to the hours around its end. */
const trialRuns: Step = async (scene) => {
  const { shop, random } = scene;
  const running = shop.database
    .rows("Seats")
    .flatMap((row) => (row.sk === "license" && "trial" in row ? [License.parse(row)] : []))
    .flatMap(({ trial }) => (trial?.endsAt ? [Date.parse(trial.endsAt) - Date.now()] : []))
    .filter((left) => left > 0);
  const left = random.pick(running);
  if (left === undefined) return undefined;
  const waits = random.pick([left - 3 * DAY, left - 1000, left, left + DAY / 2]) ?? left;
  if (waits <= 0) return undefined;
  await pass(scene, waits);
  return `a trial runs for ${(waits / DAY).toFixed(1)} days more`;
};

export const TRIAL_STEPS = { tryIt, trialRuns } satisfies Record<string, Step>;
