import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { clock } from "../determinism.ts";
import type { Activation, Device, Person } from "../people.ts";
import type { Answer } from "../shop.ts";
import { activateAs, answerOfflineAs, deactivateAs, newDevice, refreshAs } from "./computer.ts";
import { signUpAs } from "./customer.ts";
import { keysOf, type Scene, type Step } from "./step.ts";
import { pass } from "./time.ts";

const COMPUTERS = 6;
/** Longest wait that SEAT_BUSY may require, in milliseconds. */
const LONGEST_WAIT = 10 * MINUTE;
const PAUSES = [1, MINUTE, 9 * MINUTE, 11 * MINUTE, HOUR];

const shareALicense: Step = async (scene) => {
  const { random } = scene;
  const person = random.pick(inGoodStanding(scene)) ?? (await signUpAs(scene));
  if (!person) return undefined;
  const licenseKey = await keyToShare(scene, person);
  if (licenseKey === undefined) return undefined;
  const computers = Array.from(
    { length: COMPUTERS },
    (_, index) => person.devices[index] ?? newDevice(scene),
  );
  const home = { person, licenseKey, computers };
  const told: string[] = [];
  const turns = 6 + random.below(8);
  const unlucky = random.below(turns);
  for (let turn = 0; turn < turns; turn += 1) {
    const device = random.pick(computers);
    const act = random.pick(TURNS);
    if (!device || !act) continue;
    const fault = turn === unlucky ? scene.fault : undefined;
    told.push(await act({ ...scene, fault, home, device }));
  }
  if (random.chance(0.3)) await pass(scene, DAY);
  return `${person.email} shares a license: ${told.join(", ")}`;
};

/** People whose account is not suspended. */
const inGoodStanding = ({ shop, people }: Scene): Person[] =>
  people.all.filter(({ sub }) =>
    shop.database.partition("Users", sub).some(({ sk, suspended }) => sk === "account" && !suspended),
  );

/** The person's own key, or a key from the operator with more daily swaps. */
async function keyToShare(scene: Scene, person: Person): Promise<string | undefined> {
  const { shop, people, random } = scene;
  const own = random.pick(keysOf(scene, person));
  if (own !== undefined && random.chance(0.5)) return own;
  const maxDailySwaps = 1 + random.below(10);
  const input = { userId: person.sub, duration: "yearly", maxDailySwaps };
  const { body } = await shop.call("licenses/createLicenseKey", people.operator, input);
  return (body.licenseKey as string | undefined) ?? own;
}

type Household = { person: Person; licenseKey: string; computers: readonly Device[] };
type Turn = Scene & { home: Household; device: Device };

/** Frees the seat, either on its computer or by a swap on the site. */
async function freeSeat(turn: Turn): Promise<void> {
  const { shop, random, home } = turn;
  const { person, licenseKey, computers } = home;
  const holder = random.pick(computers.filter(({ activation }) => activation?.licenseKey === licenseKey));
  if (holder?.activation && random.chance(0.5)) await deactivateAs(turn, holder, holder.activation);
  else await shop.call("licenses/swapSeat", person, { licenseKey }, turn.fault);
}

/** Checks that SEAT_BUSY names a wait of at most ten minutes. Sometimes waits that long and expects another answer. */
async function waitForSeat(turn: Turn, { body }: Answer): Promise<string> {
  const { shop, random, home, device } = turn;
  const { details } = body as { details?: { retry_at?: string } };
  const retryAt = Date.parse(details?.retry_at ?? "");
  const wait = retryAt - clock.now();
  if (!(wait > 0 && wait <= LONGEST_WAIT))
    shop.untrue.push(`A seat is free within ten minutes: a computer has to wait for ${wait} ms`);
  else if (random.chance(0.5)) {
    clock.moveTo(retryAt);
    const { body: later } = await activateAs(turn, device, home.licenseKey);
    if (later.code === "SEAT_BUSY")
      shop.untrue.push("A seat is free at the promised time: the answer is SEAT_BUSY again");
    return `has to wait, then ${later.code ?? "hears nothing"}`;
  }
  return "has to wait";
}

const said = ({ status, body }: Answer): string => String(body.code ?? status);

async function takeOver(turn: Turn): Promise<string> {
  await freeSeat(turn);
  return arrive(turn);
}

async function arrive(turn: Turn): Promise<string> {
  const answer = await activateAs(turn, turn.device, turn.home.licenseKey);
  return answer.body.code === "SEAT_BUSY" ? waitForSeat(turn, answer) : `arrives: ${said(answer)}`;
}

/** Gives the computer an offline lease of a month. */
async function goOffline(turn: Turn): Promise<string> {
  const { person, licenseKey } = turn.home;
  await freeSeat(turn);
  return `goes offline: ${said(await answerOfflineAs(turn, person, turn.device, licenseKey))}`;
}

/** Renews the computer's lease, although another computer may have the seat now. */
async function comeBack(turn: Turn): Promise<string> {
  const activation = kept(turn);
  if (!activation) return arrive(turn);
  return `comes back: ${said(await refreshAs(turn, turn.device, activation))}`;
}

/** Runs a copy of a computer's folder, including its secrets. */
async function copy(turn: Turn): Promise<string> {
  const from = turn.random.pick(turn.home.computers.filter(({ activation }) => activation));
  if (!from?.activation) return arrive(turn);
  const backup = structuredClone(from.activation);
  const answer = await refreshAs(turn, turn.device, backup);
  if (turn.random.chance(0.5)) turn.device.activation = backup;
  return `runs a copied folder: ${said(answer)}`;
}

const kept = ({ device, home }: Turn): Activation | undefined =>
  device.activation?.licenseKey === home.licenseKey ? device.activation : undefined;

/** Replaces the key. All computers keep their leases, but need the new key. */
async function replaceKey({ shop, people, home }: Turn): Promise<string> {
  const seats = () => shop.database.rows("Seats").filter(({ sk }) => sk === "license");
  const seat = seats().find(({ licenseKey }) => licenseKey === home.licenseKey);
  const input = { keyId: home.licenseKey };
  const { status } = await shop.call("licenses/replaceCustomerKey", people.operator, input);
  if (status !== 200) return `the key stays: ${status}`;
  home.licenseKey = String(seats().find(({ id }) => id === seat?.id)?.licenseKey);
  return "the key is replaced";
}

async function pause(turn: Turn): Promise<string> {
  const time = turn.random.pick(PAUSES) ?? 0;
  if (time >= HOUR) await pass(turn, time);
  // No scheduled work is due within minutes.
  else clock.moveTo(clock.now() + time);
  return `${time / MINUTE} minutes pass`;
}

const TURNS = [takeOver, takeOver, takeOver, arrive, goOffline, comeBack, copy, replaceKey, pause];

export const HOUSEHOLD_STEPS = { shareALicense } satisfies Record<string, Step>;
