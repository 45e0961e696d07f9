import { clock } from "../determinism.ts";
import type { Device, Person } from "../people.ts";
import type { Answer } from "../shop.ts";
import { anyone, keysOf, type Scene, type Step } from "./step.ts";

const MAX_DEVICES = 4;

const attemptId = ({ random }: Scene) => random.bytes(16).toString("hex");

/** Keeps what the service answered, as the application does. */
function keepLease({ people }: Scene, device: Device, licenseKey: string, { status, body }: Answer): void {
  if (status !== 200) return;
  const { activationId, refreshSecret, leaseEndsAt } = body;
  device.activation = {
    licenseKey,
    activationId: String(activationId),
    refreshSecret: String(refreshSecret),
  };
  people.leases.push({
    licenseKey,
    fingerprint: device.fingerprint,
    issuedAt: clock.now(),
    endsAt: Date.parse(String(leaseEndsAt)),
  });
}

const activate: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  if (!person) return undefined;
  const licenseKey = random.pick(keysOf(scene, person));
  if (licenseKey === undefined) return undefined;
  const known = random.pick(person.devices);
  const device =
    known && (person.devices.length >= MAX_DEVICES || random.chance(0.5))
      ? known
      : { fingerprint: random.bytes(16).toString("hex") };
  if (device !== known) person.devices.push(device);
  const answer = await shop.call(
    "licenses/activate",
    undefined,
    {
      licenseKey,
      fingerprint: device.fingerprint,
      computerName: "Studio",
      os: "linux",
      appVersion: "1.0.0",
    },
    scene.fault,
  );
  keepLease(scene, device, licenseKey, answer);
  return `a computer of ${person.email} activates: ${answer.status} ${answer.body.code ?? ""}`;
};

/** @returns a computer that was activated, and whose it is */
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
  const { activation, fingerprint } = device;
  if (!activation) return undefined;
  const input = { ...activation, fingerprint, attemptId: attemptId(scene) };
  const first = await scene.shop.call("licenses/refresh", undefined, input, scene.fault);
  // An application whose answer was lost repeats the attempt.
  const answer =
    first.status === 0 || first.status >= 500
      ? await scene.shop.call("licenses/refresh", undefined, input)
      : first;
  keepLease(scene, device, activation.licenseKey, answer);
  if (answer.body.code === "CLONE_SUSPECTED") delete device.activation;
  return `a computer of ${person.email} refreshes: ${answer.status} ${answer.body.code ?? ""}`;
};

const deactivate: Step = async (scene) => {
  const found = activated(scene);
  if (!found?.device.activation) return undefined;
  const { device, person } = found;
  const { status } = await scene.shop.call(
    "licenses/deactivate",
    undefined,
    { ...device.activation, fingerprint: device.fingerprint },
    scene.fault,
  );
  if (status === 200) delete device.activation;
  return `a computer of ${person.email} deactivates: ${status}`;
};

const swap: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  const licenseKey = scene.random.pick(keysOf(scene, person));
  if (licenseKey === undefined) return undefined;
  const { status, body } = await scene.shop.call("licenses/swapSeat", person, { licenseKey }, scene.fault);
  return `${person.email} swaps the seat: ${status} ${body.code ?? ""}`;
};

/** The folder of the application is copied to another computer, secrets and all. */
const copyFolder: Step = async (scene) => {
  const found = activated(scene);
  if (!found || found.person.devices.length >= MAX_DEVICES) return undefined;
  const copy = structuredClone(found.device);
  if (scene.random.chance(0.5)) copy.fingerprint = scene.random.bytes(16).toString("hex");
  found.person.devices.push(copy);
  return `a computer of ${found.person.email} is copied`;
};

/** A key that leaked is replaced, by its owner or by the operator. */
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
    : await shop.call("licenses/replaceCustomerKey", people.operator, { keyId: seat.id }, scene.fault);
  return `${isOwner ? person.email : "the operator"} replaces a key: ${status} ${body.code ?? ""}`;
};

/** A computer shows a code, and its owner answers it in the browser. */
const signInComputer: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  const licenseKey = random.pick(person ? keysOf(scene, person) : []);
  if (!person || licenseKey === undefined) return undefined;
  const device: Device = random.pick(person.devices) ?? { fingerprint: random.bytes(16).toString("hex") };
  if (!person.devices.includes(device)) person.devices.push(device);
  const computer = { computerName: "Studio", os: "linux", appVersion: "1.0.0" };
  const started = await shop.call("licenses/startSignIn", undefined, {
    fingerprint: device.fingerprint,
    ...computer,
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
      licenseKey,
      swap: random.chance(0.5),
    },
    scene.fault,
  );
  const polled = await shop.call("licenses/pollSignIn", undefined, { deviceCode });
  const leased = polled.body.leased as Record<string, unknown> | undefined;
  if (leased) keepLease(scene, device, String(polled.body.licenseKey), { status: 200, body: leased });
  return `a computer of ${person.email} signs in: ${status} ${body.code ?? ""}, ${polled.body.status ?? polled.body.code}`;
};

/** A computer without internet: its owner carries a request file to the site and an answer file back. */
const answerOffline: Step = async (scene) => {
  const { shop, people, random } = scene;
  const person = anyone(scene);
  const licenseKey = random.pick(person ? keysOf(scene, person) : []);
  if (!person || licenseKey === undefined) return undefined;
  const device: Device = random.pick(person.devices) ?? { fingerprint: random.bytes(16).toString("hex") };
  if (!person.devices.includes(device)) person.devices.push(device);
  const { fingerprint } = device;
  const request = {
    type: "license-request",
    version: 1,
    nonce: attemptId(scene),
    fingerprint,
    computerName: "Studio",
    os: "linux",
    appVersion: "1.0.0",
  };
  const ask = () => shop.call("licenses/answerOffline", person, { licenseKey, request }, scene.fault);
  const first = await ask();
  const { status, body } = first.status === 0 || first.status >= 500 ? await ask() : first;
  const { lease } = (body.answer ?? {}) as { lease?: string };
  if (lease !== undefined) {
    const { exp } = JSON.parse(Buffer.from(String(lease.split(".")[1]), "base64url").toString());
    people.leases.push({ licenseKey, fingerprint, issuedAt: clock.now(), endsAt: exp * 1000 });
  }
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
