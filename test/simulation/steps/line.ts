import { WaitingEntry } from "#shared/promotions/waitingList.ts";
import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import type { Shop } from "../shop.ts";
import { offerUnits } from "./operator.ts";
import { payPage, proveAddress, startCheckout } from "./paying.ts";
import { anyone, type Scene, type Step } from "./step.ts";
import { DAY, pass } from "./time.ts";

export const entriesOf = (shop: Shop): WaitingEntry[] =>
  shop.database
    .rows("Promotions")
    .filter(({ pk }) => String(pk).startsWith("waiting#"))
    .map((row) => WaitingEntry.parse(row));

/** The entries for which a unit is held now. */
export const offeredNow = (shop: Shop): WaitingEntry[] =>
  entriesOf(shop).filter(
    ({ state, offeredUntil }) => state === "offered" && Date.parse(offeredUntil ?? "") > clock.now(),
  );

const numberOf = (shop: Shop, field: string): number =>
  Number(shop.database.partition("Promotions", "promotion")[0]?.[field] ?? 0);

/** Joins the waiting list. The operator may close the sale of remaining units first. */
const joinLine: Step = async (scene) => {
  const { shop, random, fault } = scene;
  const person = anyone(scene);
  if (!person) return undefined;
  proveAddress(shop, person);
  const closes = random.chance(0.5) ? `${await offerUnits(scene, 0)}, ` : "";
  const { status, body } = await shop.call("promotions/joinWaiting", person, {}, closes ? undefined : fault);
  return `${closes}${person.email} joins the waiting list: ${status} ${body.code ?? body.ahead ?? ""}`;
};

const leaveLine: Step = async ({ shop, people, random, fault }) => {
  const listed = entriesOf(shop).filter(({ state }) => state !== "over");
  const entry = random.pick(listed);
  const person = people.all.find(({ sub }) => sub === entry?.userId);
  if (!entry || !person) return undefined;
  const [id, caller, input] = random.chance(0.3)
    ? (["promotions/removeWaiting", people.operator, { userId: person.sub }] as const)
    : (["promotions/leaveWaiting", person, {}] as const);
  const { status, body } = await shop.call(id, caller, input, fault);
  return `${person.email} is off the waiting list (${id}): ${status} ${body.code ?? ""}`;
};

/** @returns a person who is offered a unit; offers a unit first if necessary */
async function someOffered(scene: Scene): Promise<Person | undefined> {
  const { shop, people, random } = scene;
  if (offeredNow(shop).length === 0) {
    if (numberOf(shop, "waiting") === 0) return undefined;
    await offerUnits({ ...scene, fault: undefined }, 1 + random.below(2));
    await shop.run("reconciliation/sweepReservations");
    await shop.settle();
  }
  const entry = random.pick(offeredNow(shop));
  return people.all.find(({ sub }) => sub === entry?.userId);
}

/** A person buys the offered unit. */
const takeTurn: Step = async (scene) => {
  const { shop } = scene;
  const person = await someOffered(scene);
  if (!person) return undefined;
  const { status, body } = await startCheckout(scene, person, "lifetime");
  const paid = typeof body.sessionId === "string" ? payPage(scene, body.sessionId) : "not paid";
  await shop.settle();
  return `${person.email} takes the turn: ${status} ${body.code ?? paid}`;
};

/** A person lets the time for the offered unit run out. */
const waitOut: Step = async (scene) => {
  const person = await someOffered(scene);
  if (!person) return undefined;
  await pass(scene, DAY);
  await scene.shop.run("reconciliation/sweepReservations");
  return `${person.email} lets the time run out`;
};

export const LINE_STEPS = { joinLine, leaveLine, takeTurn, waitOut } satisfies Record<string, Step>;
