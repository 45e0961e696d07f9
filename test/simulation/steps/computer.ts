import { clock } from "../determinism.ts";
import { payerOf } from "../invariants/teams.ts";
import { licensesOf, untrueLease } from "../invariants/trials.ts";
import type { Activation, Device, Person } from "../people.ts";
import type { Answer } from "../shop.ts";
import { anyone, keysOf, type Scene, type Step } from "./step.ts";

const MAX_DEVICES = 4;

const COMPUTER = { computerName: "Studio", os: "linux", appVersion: "1.0.0" };

export const newDevice = ({ random }: Scene): Device => ({ fingerprint: random.bytes(16).toString("hex") });

const attemptId = ({ random }: Scene) => random.bytes(16).toString("hex");

type Leased = { activationId: string; refreshSecret: string; lease: string };

/** Records a lease with its signed claims. The computer trusts the claims, and an invariant counts the leases. */
export function noteLease({ people, shop }: Scene, lease: string): void {
  const { sub, fingerprint, exp, tier } = JSON.parse(
    Buffer.from(String(lease.split(".")[1]), "base64url").toString(),
  );
  const license = licensesOf(shop).find(({ id }) => id === sub);
  const given = { seat: sub, fingerprint, issuedAt: clock.now(), endsAt: exp * 1000 };
  people.leases.push({ ...given, ...payerOf(shop, license) });
  if (tier !== "pro" || license?.source !== "free") return;
  people.tried.push(given);
  const wrong = untrueLease(shop, given);
  if (wrong !== undefined) shop.untrue.push(`No lease outlasts its trial: ${wrong}`);
}

function keepLease(scene: Scene, device: Device, licenseKey: string, { status, body }: Answer): void {
  if (status !== 200) return;
  const { activationId, refreshSecret, lease } = body as Leased;
  device.activation = { licenseKey, activationId, refreshSecret };
  noteLease(scene, lease);
}

export async function activateAs(scene: Scene, device: Device, licenseKey: string): Promise<Answer> {
  const { fingerprint } = device;
  const input = { licenseKey, fingerprint, ...COMPUTER };
  const answer = await scene.shop.call("licenses/activate", undefined, input, scene.fault);
  keepLease(scene, device, licenseKey, answer);
  return answer;
}

/** Renews an application's lease, and repeats the attempt if the answer was lost. */
export async function refreshAs(scene: Scene, device: Device, activation: Activation): Promise<Answer> {
  const input = { ...activation, fingerprint: device.fingerprint, attemptId: attemptId(scene) };
  const first = await scene.shop.call("licenses/refresh", undefined, input, scene.fault);
  const isLost = first.status === 0 || first.status >= 500;
  const answer = isLost ? await scene.shop.call("licenses/refresh", undefined, input) : first;
  keepLease(scene, device, activation.licenseKey, answer);
  if (answer.body.code === "CLONE_SUSPECTED") delete device.activation;
  return answer;
}

export async function deactivateAs(scene: Scene, device: Device, activation: Activation): Promise<Answer> {
  const input = { ...activation, fingerprint: device.fingerprint };
  const answer = await scene.shop.call("licenses/deactivate", undefined, input, scene.fault);
  if (answer.status === 200) delete device.activation;
  return answer;
}

/** Gets an answer file on the site for the request file of a computer without internet. */
export async function answerOfflineAs(
  scene: Scene,
  person: Person,
  { fingerprint }: Device,
  licenseKey: string,
): Promise<Answer> {
  const nonce = attemptId(scene);
  const request = { type: "license-request", version: 1, nonce, fingerprint, ...COMPUTER };
  const ask = () => scene.shop.call("licenses/answerOffline", person, { licenseKey, request }, scene.fault);
  const first = await ask();
  const answer = first.status === 0 || first.status >= 500 ? await ask() : first;
  const { lease } = (answer.body.answer ?? {}) as { lease?: string };
  if (lease !== undefined) noteLease(scene, lease);
  return answer;
}

const activate: Step = async (scene) => {
  const { random } = scene;
  const person = anyone(scene);
  if (!person) return undefined;
  const licenseKey = random.pick(keysOf(scene, person));
  if (licenseKey === undefined) return undefined;
  const known = random.pick(person.devices);
  const device =
    known && (person.devices.length >= MAX_DEVICES || random.chance(0.5)) ? known : newDevice(scene);
  if (device !== known) person.devices.push(device);
  const answer = await activateAs(scene, device, licenseKey);
  return `a computer of ${person.email} activates: ${answer.status} ${answer.body.code ?? ""}`;
};

/** @returns an activated computer and its owner */
function activated(scene: Scene): { person: Person; device: Device } | undefined {
  const { people, random } = scene;
  return random.pick(
    people.all.flatMap((person) =>
      person.devices.filter(({ activation }) => activation).map((device) => ({ person, device })),
    ),
  );
}

const refresh: Step = async (scene) => {
  const found = activated(scene);
  if (!found?.device.activation) return undefined;
  const { device, person } = found;
  const { status, body } = await refreshAs(scene, device, found.device.activation);
  return `a computer of ${person.email} refreshes: ${status} ${body.code ?? ""}`;
};

const deactivate: Step = async (scene) => {
  const found = activated(scene);
  if (!found?.device.activation) return undefined;
  const { status } = await deactivateAs(scene, found.device, found.device.activation);
  return `a computer of ${found.person.email} deactivates: ${status}`;
};

const swap: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  const licenseKey = scene.random.pick(keysOf(scene, person));
  if (licenseKey === undefined) return undefined;
  const { status, body } = await scene.shop.call("licenses/swapSeat", person, { licenseKey }, scene.fault);
  return `${person.email} swaps the seat: ${status} ${body.code ?? ""}`;
};

/** Copies the application's folder to another computer, including its secrets. */
const copyFolder: Step = async (scene) => {
  const found = activated(scene);
  if (!found || found.person.devices.length >= MAX_DEVICES) return undefined;
  const copy = structuredClone(found.device);
  if (scene.random.chance(0.5)) copy.fingerprint = scene.random.bytes(16).toString("hex");
  found.person.devices.push(copy);
  return `a computer of ${found.person.email} is copied`;
};

/** The owner or the operator replaces a key. */
const replaceKey: Step = async (scene) => {
  const { shop, people, random } = scene;
  const person = anyone(scene);
  const seat = random.pick(
    shop.database.rows("Seats").filter((row) => row.sk === "license" && row.userId === person?.sub),
  );
  if (!person || !seat) return undefined;
  const isOwner = random.chance(0.6);
  const { status, body } = isOwner
    ? await shop.call("licenses/replaceKey", person, { licenseKey: seat.licenseKey }, scene.fault)
    : await shop.call(
        "licenses/replaceCustomerKey",
        people.operator,
        { keyId: seat.licenseKey },
        scene.fault,
      );
  return `${isOwner ? person.email : "the operator"} replaces a key: ${status} ${body.code ?? ""}`;
};

/** A computer shows a code, and its owner approves or denies it in the browser. */
const signInComputer: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  const licenseKey = random.pick(person ? keysOf(scene, person) : []);
  if (!person || licenseKey === undefined) return undefined;
  const device: Device = random.pick(person.devices) ?? newDevice(scene);
  if (!person.devices.includes(device)) person.devices.push(device);
  const started = await shop.call("licenses/startSignIn", undefined, {
    fingerprint: device.fingerprint,
    ...COMPUTER,
  });
  const { deviceCode, userCode } = started.body;
  if (started.status !== 200)
    return `a computer of ${person.email} cannot start to sign in: ${started.status}`;
  const { status, body } = await shop.call(
    "licenses/answerSignIn",
    person,
    {
      code: userCode,
      answer: random.chance(0.9) ? "approve" : "deny",
      keyId: licenseKey,
      swap: random.chance(0.5),
    },
    scene.fault,
  );
  const polled = await shop.call("licenses/pollSignIn", undefined, { deviceCode });
  const leased = polled.body.leased as Record<string, unknown> | undefined;
  if (leased) keepLease(scene, device, String(polled.body.licenseKey), { status: 200, body: leased });
  return `a computer of ${person.email} signs in: ${status} ${body.code ?? ""}, ${polled.body.status ?? polled.body.code}`;
};

const answerOffline: Step = async (scene) => {
  const { random } = scene;
  const person = anyone(scene);
  const licenseKey = random.pick(person ? keysOf(scene, person) : []);
  if (!person || licenseKey === undefined) return undefined;
  const device: Device = random.pick(person.devices) ?? newDevice(scene);
  if (!person.devices.includes(device)) person.devices.push(device);
  const { status, body } = await answerOfflineAs(scene, person, device, licenseKey);
  return `a computer of ${person.email} gets an offline license: ${status} ${body.code ?? ""}`;
};

export const COMPUTER_STEPS = {
  activate,
  refresh,
  deactivate,
  swap,
  copyFolder,
  replaceKey,
  signInComputer,
  answerOffline,
} satisfies Record<string, Step>;
