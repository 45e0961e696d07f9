import type { Context } from "aws-lambda";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR, MINUTE } from "#shared/instant.ts";
import type { OwnPlace } from "#shared/promotions/customer.ts";
import {
  HOLD_FOR,
  isOfLine,
  pageEnd,
  type Reservation,
  SHORTEST_SESSION,
} from "#shared/promotions/reservation.ts";
import { MAX_COUNTED, TURN_LASTS } from "#shared/promotions/waitingList.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { holdUnit } from "../../../functions/checkout/holding/holdUnit.ts";
import { handler as leaveCheckout } from "../../../functions/checkout/leaveCheckout.ts";
import { lifetimeGrant } from "../../../functions/grants/grantRules.ts";
import { createGrant, markSuspension } from "../../../functions/grants/table.ts";
import { transact, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { handler as getWaiting } from "../../../functions/promotions/getWaiting.ts";
import { handler as join } from "../../../functions/promotions/joinWaiting.ts";
import { handler as leave } from "../../../functions/promotions/leaveWaiting.ts";
import { handler as list } from "../../../functions/promotions/listWaiting.ts";
import { readLifetimeOffer, replaceOffer } from "../../../functions/promotions/offerTable.ts";
import { handler as remove } from "../../../functions/promotions/removeWaiting.ts";
import {
  attachSession,
  consume,
  findReservation,
  release,
  releaseHeld,
  reserve,
} from "../../../functions/promotions/reservationTable.ts";
import { saveOffer, toPromotions } from "../../../functions/promotions/rules.ts";
import { findEntry, join as joinLine, offerUnit } from "../../../functions/promotions/waiting/table.ts";
import { handler as sweep } from "../../../functions/reconciliation/sweepReservations.ts";
import { handler as webhook } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW } from "../../support/memory/billing.ts";
import { inProcess, type Mode } from "../../support/memory/network.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
const billing = memoryBilling(webhook);
vi.stubEnv("TABLE_AUDIT", "audit");
vi.stubEnv("SECRET_MAILBOX", "mailbox");

const PEOPLE = ["ann", "bob", "cid", "dan"];
const at = (ms: number) => new Date(NOW.getTime() + ms);
const END = at(TURN_LASTS);

/** Saves the offer as the operator does. The waiting list is on. */
async function save(change: Partial<Parameters<typeof saveOffer>[1]> = {}): Promise<void> {
  const before = await readLifetimeOffer();
  const terms = { ...toPromotions(before), waiting_list: true, lifetime_enabled: true, ...change };
  await transact([replaceOffer(before, saveOffer(before, terms, before.version))]);
}

beforeEach(async () => {
  vi.setSystemTime(NOW);
  billing.reset({});
  for (const person of PEOPLE) putProven(person);
  await save({ quantity_remaining: 0 });
});

type Call = (request: { input: object; caller: object; now: Date }) => Promise<unknown>;
const as = (handler: unknown, userId: string, now: Date, input = {}) =>
  (handler as Call)({
    input,
    caller: { userId, user: { ...provenUser(userId, now), stripeCustomerId: `cus_${userId}` } },
    now,
  });
const joins = (userId: string, ms = 0) => as(join, userId, at(ms)) as Promise<OwnPlace>;
const leaves = (userId: string, ms = 0) => as(leave, userId, at(ms)) as Promise<OwnPlace>;
const run = (now: Date) => {
  vi.setSystemTime(now);
  return sweep({}, { awsRequestId: "sweep", getRemainingTimeInMillis: () => 60_000 } as unknown as Context);
};
const mailsTo = (userId: string) =>
  billing.mails.flatMap(({ to, template }) =>
    typeof to === "object" && "userId" in to && to.userId === userId ? [template as string] : [],
  );

/** Expects that no unit is lost or sold twice, and that the counters match the rows. */
async function expectKept(): Promise<void> {
  const offer = await readLifetimeOffer();
  const rows = billing.rows.of("promotions");
  const held = rows.filter(({ pk, state }) => String(pk).startsWith("reservation#") && state === "held");
  const inState = (wanted: string) =>
    rows.filter(({ pk, state }) => String(pk).startsWith("waiting#") && state === wanted).length;
  expect({ ...offer, line: rows.filter(({ pk }) => pk === "line").length }).toMatchObject({
    total: offer.sold + offer.reserved + offer.left,
    reserved: held.length,
    offered: held.filter(({ id }) => isOfLine(String(id))).length,
    waiting: inState("waiting"),
    line: inState("waiting"),
  });
  expect(inState("offered")).toBe(offer.offered);
  expect(offer.left).toBeGreaterThanOrEqual(0);
}

const unitComesBack = () => save({ quantity_remaining: 1 });

const holds = (userId: string, promotionCode: string | null, now: Date) =>
  holdUnit({ customer: `cus_${userId}`, promotionCode }, provenUser(userId, now), now);
const provenUser = (userId: string, now: Date) => ({
  ...newAccount(userId, `${userId}@example.com`, now),
  emailConfirmed: true,
});

function putProven(userId: string): void {
  billing.rows.put("users", { pk: userId, sk: "account", ...provenUser(userId, NOW) });
}

async function annOpens(now = NOW): Promise<Reservation> {
  const { reservation } = await holds("ann", null, now);
  billing.stripe.sessions.cs_ann = {
    id: "cs_ann",
    mode: "payment",
    status: "open",
    payment_status: "unpaid",
    metadata: { userId: "ann", product: "lifetime", reservation: reservation.id },
  };
  await attachSession(reservation, "cs_ann");
  return reservation;
}

test("people join in order, at most once, and see their position", async () => {
  expect(await joins("ann")).toMatchObject({ state: "waiting", ahead: 0, ahead_at_least: false });
  expect(await joins("bob", 1)).toMatchObject({ ahead: 1 });
  expect(await joins("ann", 2)).toMatchObject({ ahead: 0 });
  expect(await joins("cid", 3)).toMatchObject({ ahead: 2 });
  await expectKept();
  expect(await leaves("ann", 4)).toMatchObject({ state: "over", why: "left", ahead: null });
  expect(await joins("ann", 5)).toMatchObject({ state: "waiting", ahead: 2 });
  await expectKept();
});

test("a simultaneous double click joins once", async () => {
  const places = await Promise.all([joins("ann"), joins("ann")]);
  expect(places.map(({ ahead }) => ahead)).toEqual([0, 0]);
  expect((await readLifetimeOffer()).waiting).toBe(1);
  await expectKept();
});

test("a buyer who holds the last unit sees when the hold ends, until it ends", async () => {
  await save({ quantity_remaining: 1 });
  const { reservation } = await holds("ann", null, NOW);
  const place = (ms: number) => as(getWaiting, "ann", at(ms)) as Promise<OwnPlace>;
  expect(await place(HOLD_FOR - 1)).toMatchObject({ state: null, held_until: reservation.heldUntil });
  expect(await place(HOLD_FOR)).not.toHaveProperty("held_until");
  await as(leaveCheckout, "ann", NOW);
  expect(await place(0)).not.toHaveProperty("held_until");
});

test("for a person far down a long list, the number of people ahead is capped and marked as a minimum", async () => {
  for (let index = 0; index <= MAX_COUNTED; index += 1) {
    putProven(`p${index}`);
    await joins(`p${index}`, index);
  }
  expect(await joins("ann", HOUR)).toMatchObject({ ahead: MAX_COUNTED, ahead_at_least: true });
  expect(await joins(`p${MAX_COUNTED - 1}`)).toMatchObject({ ahead: MAX_COUNTED - 1, ahead_at_least: false });
});

test("the write itself refuses a person who joins while a unit is left", async () => {
  await save({ quantity_remaining: 1 });
  const joinedAt = NOW.toISOString();
  const entry = {
    id: "1",
    userId: "ann",
    state: "waiting" as const,
    joinedAt,
    offeredUntil: null,
    why: null,
  };
  await expect(transact(joinLine(entry, NOW))).rejects.toBeInstanceOf(WriteConflict);
});

describe("joining is refused", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ["while a unit can be bought", () => save({ quantity_remaining: 1 }), "CONFLICT"],
    ["while the list is off", () => save({ waiting_list: false }), "OFFER_UNAVAILABLE"],
    ["while the offer is off", () => save({ lifetime_enabled: false }), "OFFER_UNAVAILABLE"],
    ["after the offer's end", () => save({ end_at: at(-1).toISOString() }), "OFFER_UNAVAILABLE"],
    [
      "to the owner of a lifetime license",
      () => transact([createGrant(lifetimeGrant("ann", "pi_1", { licenseKey: "KEY", revives: null }, NOW))]),
      "ALREADY_OWNED",
    ],
  ])("%s", async (_when, begin, code) => {
    await begin();
    await expect(joins("ann")).rejects.toMatchObject({ code });
    await expectKept();
  });
});

test("a returned unit goes to the first person on the list, who gets a mail", async () => {
  await joins("ann");
  await joins("bob", 1);
  await unitComesBack();
  // Before the next run, no one else can take the unit, neither at the checkout nor with a direct write.
  await expect(holds("dan", null, NOW)).rejects.toMatchObject({ code: "OFFER_UNAVAILABLE" });
  const passerBy = { userId: "dan", state: "held" as const, sessionId: null, createdAt: NOW.toISOString() };
  const hold = { ...passerBy, id: "hold-dan", heldUntil: END.toISOString() };
  await expect(transact(reserve(hold, NOW))).rejects.toBeInstanceOf(WriteConflict);
  await run(NOW);
  expect(await findEntry("ann")).toMatchObject({ state: "offered", offeredUntil: END.toISOString() });
  expect(await findEntry("bob")).toMatchObject({ state: "waiting" });
  const offered = { to: { userId: "ann" }, template: "unitOffered", useBy: END.toISOString() };
  expect(billing.mails).toMatchObject([offered]);
  expect(billing.mails[0]?.data).toMatchObject({ until: "March 16, 2026 at 12:00 PM UTC" });
  await expectKept();
  await run(at(MINUTE));
  expect(billing.mails).toHaveLength(1);
  expect((await readLifetimeOffer()).offered).toBe(1);
});

test("a run with an outdated reading does not offer a unit a second time", async () => {
  await joins("ann");
  await joins("bob", 1);
  await unitComesBack();
  const entry = await findEntry("bob");
  if (entry === undefined) throw new Error("bob does not wait");
  await run(NOW);
  const turn = {
    heldUntil: END.toISOString(),
    offeredUntil: END.toISOString(),
    createdAt: NOW.toISOString(),
  };
  const hold = { id: "hold-bob", userId: "bob", state: "held" as const, sessionId: null, ...turn };
  await expect(transact(offerUnit(entry, hold, NOW))).rejects.toBeInstanceOf(WriteConflict);
  await expectKept();
});

test("everyone can buy the units that the list does not need", async () => {
  await joins("ann");
  await save({ quantity_remaining: 2 });
  expect((await holds("dan", null, NOW)).isNew).toBe(true);
  await expect(holds("cid", null, NOW)).rejects.toMatchObject({ code: "OFFER_UNAVAILABLE" });
  await run(NOW);
  expect(await readLifetimeOffer()).toMatchObject({ reserved: 2, offered: 1, left: 0, waiting: 0 });
  await expectKept();
});

test("the checkout sells the held unit even if the offer is off by that time", async () => {
  await joins("ann");
  await unitComesBack();
  await run(NOW);
  await save({ lifetime_enabled: false, quantity_remaining: 0 });
  const reservation = await annOpens(at(HOUR));
  expect(reservation).toMatchObject({ heldUntil: END.toISOString() });
  await transact(consume({ userId: "ann", reservationId: reservation.id }));
  expect(await findEntry("ann")).toMatchObject({ state: "over", why: "bought" });
  expect(await readLifetimeOffer()).toMatchObject({ sold: 1, reserved: 0, offered: 0 });
  await expectKept();
});

describe("during the turn of the first person on the waiting list", () => {
  beforeEach(async () => {
    await joins("ann");
    await joins("bob", 1);
    await unitComesBack();
    await run(NOW);
  });

  test("the customer keeps the unit for another page after leaving a page or after the page expires", async () => {
    const first = await annOpens();
    expect(await as(leaveCheckout, "ann", at(MINUTE))).toEqual({ ok: true, held_until: END.toISOString() });
    const second = await findReservation("ann");
    expect(second).toMatchObject({ state: "held", sessionId: null, heldUntil: END.toISOString() });
    expect(second?.id).not.toBe(first.id);
    await annOpens(at(HOUR));
    Object.assign(billing.stripe.sessions.cs_ann ?? {}, { status: "expired" });
    const event = { id: "evt_1", type: "checkout.session.expired", object: "cs_ann" };
    expect(await billing.deliver(event)).toBe(200);
    expect(await findReservation("ann")).toMatchObject({ state: "held", sessionId: null });
    await expectKept();
  });

  test("a customer who starts late still gets one page with the half hour that Stripe requires", async () => {
    const late = new Date(END.getTime() - MINUTE);
    const { heldUntil } = await annOpens(late);
    expect(Date.parse(heldUntil) - late.getTime()).toBeGreaterThan(SHORTEST_SESSION);
    // After the end, only the same page can be used.
    const over = new Date(END.getTime() + MINUTE);
    expect((await holds("ann", null, over)).isNew).toBe(false);
    await expect(holds("ann", "promo_1", over)).rejects.toMatchObject({ code: "CONFLICT" });
    await run(over);
    expect(await findEntry("ann")).toMatchObject({ state: "offered" });
    await as(leaveCheckout, "ann", over);
    expect(await findEntry("ann")).toMatchObject({ state: "over", why: "ranOut" });
    await expectKept();
  });

  test("the customer's checkout page ends after the usual time, or with the turn if that comes first", async () => {
    const held = (await findReservation("ann")) as Reservation;
    expect(pageEnd(held, NOW)).toBe(at(HOLD_FOR).toISOString());
    const late = new Date(END.getTime() - SHORTEST_SESSION - 1);
    expect(pageEnd(held, late)).toBe(END.toISOString());
  });

  test("a failed call keeps the unit, under a new id", async () => {
    const before = (await findReservation("ann")) as Reservation;
    expect((await holds("ann", null, NOW)).isNew).toBe(true);
    await releaseHeld({ userId: "ann", reservationId: before.id }, null, NOW);
    const after = await findReservation("ann");
    expect(after).toMatchObject({ state: "held", offeredUntil: END.toISOString() });
    expect(after?.id).not.toBe(before.id);
    expect(isOfLine(after?.id ?? "")).toBe(true);
    await expectKept();
  });

  test("the customer keeps the unit until the end, and then the next person gets the unit and the customer gets a mail", async () => {
    await run(END);
    expect(await findEntry("ann")).toMatchObject({ state: "over", why: "ranOut" });
    expect(await findEntry("bob")).toMatchObject({ state: "offered" });
    expect(mailsTo("ann")).toEqual(["unitOffered", "unitRanOut"]);
    expect(mailsTo("bob")).toEqual(["unitOffered"]);
    await expectKept();
    expect(await joins("ann", TURN_LASTS + 1)).toMatchObject({ state: "waiting", ahead: 0 });
  });

  test("giving up the unit closes the checkout page and offers the unit to the next person", async () => {
    await annOpens();
    expect(await leaves("ann")).toMatchObject({ state: "over", why: "left" });
    expect(billing.stripe.sessions.cs_ann?.status).toBe("expired");
    await run(at(MINUTE));
    expect(await findEntry("bob")).toMatchObject({ state: "offered" });
    expect(mailsTo("ann")).toEqual(["unitOffered"]);
    await expectKept();
  });

  test("a customer who has paid cannot leave the list", async () => {
    await annOpens();
    Object.assign(billing.stripe.sessions.cs_ann ?? {}, { status: "complete" });
    await expect(leaves("ann")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await findReservation("ann")).toMatchObject({ state: "held" });
  });

  test("an operator sees the offered unit and can remove the person, with an audit entry", async () => {
    expect(await as(list, "op", NOW)).toMatchObject({
      waiting: 1,
      offered: [{ user_id: "ann", email: "ann@example.com", offered_until: END.toISOString() }],
      line: [{ user_id: "bob", offered_until: null }],
      next: null,
    });
    await as(remove, "op", NOW, { userId: "ann" });
    expect(await findEntry("ann")).toMatchObject({ state: "over", why: "removed" });
    expect(billing.rows.of("audit")).toMatchObject([
      { action: "promotions/removeWaiting", operator: "op", userId: "ann", before: { state: "offered" } },
    ]);
    await expect(as(remove, "op", NOW, { userId: "ann" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expectKept();
  });
});

test("a person who cannot buy is passed over, and a person who is paying for another unit keeps the position", async () => {
  for (const [index, person] of PEOPLE.entries()) await joins(person, index);
  await transact([markSuspension("ann", "pause")]);
  await transact([createGrant(lifetimeGrant("bob", "pi_1", { licenseKey: "KEY", revives: null }, NOW))]);
  await save({ quantity_remaining: 5 });
  await holds("cid", null, NOW);
  await save({ quantity_remaining: 1 });
  await run(NOW);
  expect(await findEntry("ann")).toMatchObject({ state: "over", why: "passedOver" });
  expect(await findEntry("bob")).toMatchObject({ state: "over", why: "passedOver" });
  expect(await findEntry("cid")).toMatchObject({ state: "waiting" });
  expect(await findEntry("dan")).toMatchObject({ state: "offered" });
  await expectKept();
});

describe("waiting people", () => {
  beforeEach(async () => {
    await joins("ann");
    await joins("bob", 1);
  });

  test("keep their positions while the offer is off", async () => {
    await save({ quantity_remaining: 1, lifetime_enabled: false });
    await run(NOW);
    expect(await readLifetimeOffer()).toMatchObject({ waiting: 2, offered: 0 });
    expect(billing.mails).toEqual([]);
  });

  test.each<[string, Parameters<typeof save>[0]]>([
    ["the offer ends", { end_at: at(-1).toISOString() }],
    ["the operator closes the list", { waiting_list: false }],
  ])("get a mail when %s", async (_when, change) => {
    await save(change);
    await run(NOW);
    for (const person of ["ann", "bob"]) {
      expect(await findEntry(person)).toMatchObject({ state: "over", why: "listEnded" });
      expect(mailsTo(person)).toEqual(["waitingListEnded"]);
    }
    expect((await readLifetimeOffer()).waiting).toBe(0);
    await expectKept();
  });
});

test("the offer does not mention the waiting list while the list is off", async () => {
  await save({ waiting_list: false, quantity_remaining: 3 });
  expect(Object.keys(toPromotions(await readLifetimeOffer())).sort()).toEqual([
    "end_at",
    "hero_text",
    "lifetime_enabled",
    "quantity_remaining",
    "subtitle",
    "version",
  ]);
});

test("two simultaneous runs offer two units to the first two people", async () => {
  for (const [index, person] of PEOPLE.entries()) await joins(person, index);
  await save({ quantity_remaining: 2 });
  await Promise.all([run(NOW), run(NOW)]);
  const states = await Promise.all(PEOPLE.map(async (person) => (await findEntry(person))?.state));
  expect(states).toEqual(["offered", "offered", "waiting", "waiting"]);
  await expectKept();
});

test("a run and a webhook for the same unit give it to one person", async () => {
  await joins("ann");
  await joins("bob", 1);
  await unitComesBack();
  await run(NOW);
  const { id: reservationId } = await annOpens();
  vi.setSystemTime(END);
  Object.assign(billing.stripe.sessions.cs_ann ?? {}, { status: "expired" });
  const event = { id: "evt_1", type: "checkout.session.expired", object: "cs_ann" };
  await Promise.all([run(END), billing.deliver(event)]);
  await run(END);
  expect(await findEntry("ann")).toMatchObject({ state: "over", why: "ranOut" });
  expect(await findEntry("bob")).toMatchObject({ state: "offered" });
  await expectKept();
  await expect(transact(consume({ userId: "ann", reservationId }))).rejects.toBeInstanceOf(WriteConflict);
  await expect(transact(release({ userId: "ann", reservationId }, null))).rejects.toBeInstanceOf(
    WriteConflict,
  );
});

test("the next run repairs a run that died at any call, and each mail is sent at least once", async () => {
  const begin = async () => {
    billing.reset({});
    for (const person of PEOPLE) putProven(person);
    await save({ quantity_remaining: 0, end_at: null });
    for (const [index, person] of PEOPLE.entries()) await joins(person, index);
    await save({ quantity_remaining: 2 });
    await run(NOW);
    billing.network.plan();
  };
  await begin();
  await run(END);
  const calls = billing.network.calls.length;
  expect(calls).toBeGreaterThan(20);
  for (const mode of ["killed before", "killed after"] as Mode[])
    for (let call = 0; call < calls; call += 1) {
      await begin();
      billing.network.plan({ at: call, mode });
      await inProcess(() => run(END));
      billing.network.plan();
      await run(END);
      const states = await Promise.all(PEOPLE.map(async (person) => (await findEntry(person))?.state));
      expect(states, `${mode} ${call}`).toEqual(["over", "over", "offered", "offered"]);
      for (const person of ["ann", "bob"]) expect(mailsTo(person)).toContain("unitRanOut");
      for (const person of ["cid", "dan"]) expect(mailsTo(person)).toContain("unitOffered");
      await expectKept();
    }
});
