import { beforeEach, test } from "vitest";
import { HOUR } from "#shared/instant.ts";
import { OF_LINE, type Reservation } from "#shared/promotions/reservation.ts";
import type { WaitingEntry } from "#shared/promotions/waitingList.ts";
import * as offers from "../../../functions/promotions/offerTable.ts";
import * as table from "../../../functions/promotions/reservationTable.ts";
import { join, markTold, offerUnit } from "../../../functions/promotions/waiting/table.ts";
import { NOW } from "../../support/memory/billing.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";

const { rows, set, expectRefused } = memoryRefusals();
const AT = NOW.toISOString();
const END = new Date(NOW.getTime() + HOUR);
const UNTIL = END.toISOString();
const HELD = { state: "held" as const, heldUntil: UNTIL, sessionId: null, createdAt: AT };
const HOLD: Reservation = { ...HELD, id: "hold-1", userId: "ann" };
const BY_ANN = { userId: "ann", reservationId: HOLD.id };
/** A unit that the waiting list holds for Bob. */
const TURN = { ...HELD, id: `${OF_LINE}1`, userId: "bob", offeredUntil: UNTIL };
const BY_BOB = { userId: "bob", reservationId: TURN.id };
const WAITING = { state: "waiting" as const, joinedAt: AT, offeredUntil: null, why: null };
const CID: WaitingEntry = { ...WAITING, id: "entry-1", userId: "cid" };
const DAN: WaitingEntry = { ...WAITING, id: "entry-2", userId: "dan" };

type Change = Record<string, unknown>;
const row = (pk: string) => (change: Change) => set("promotions", { pk, sk: "lifetime" }, change);
const [offer, hold, turn, entry] = [
  row("promotion"),
  row("reservation#ann"),
  row("reservation#bob"),
  row("waiting#cid"),
];
const putOffer = () => {
  offer({ enabled: true, heroText: "", subtitle: "", endAt: null, waitingList: true, version: 1 });
  offer({ total: 5, sold: 1, reserved: 2, left: 2, waiting: 1, offered: 1 });
};
beforeEach(() => {
  putOffer();
  hold(HOLD);
  turn(TURN);
  entry({ ...CID, queue: "tell" });
  set("promotions", { pk: "line", sk: `${AT}#${CID.id}` }, { userId: "cid" });
});

test.each([
  ["a payment", () => table.consume(BY_ANN)],
  ["an expired page", () => table.release(BY_ANN, null)],
  ["a new page", () => table.holdAnew(HOLD.id, { ...HOLD, id: "hold-3" })],
  ["a page that Stripe opened", () => table.attachSession(HOLD, "cs_1")],
  ["a slow payment", () => table.holdLonger(HOLD, AT)],
  ["a page for the waiting list that the person left", () => table.keepOffered(TURN, "next")],
  ["a page for the waiting list that failed", () => table.releaseHeld(BY_BOB, null, NOW)],
])("%s changes neither a newer hold of the unit nor an ended one", async (_what, write) => {
  for (const change of [{ id: "newer" }, { state: "consumed" }])
    await expectRefused(write, () => {
      hold(change);
      turn(change);
    });
});

test("a failed checkout page does not change the hold of a unit that another page can sell", () =>
  expectRefused(
    () => table.releaseHeld(BY_BOB, null, NOW),
    () => turn({ sessionId: "cs_2" }),
  ));

test("a person whose other account holds a unit gets no second unit", () =>
  expectRefused(
    () => table.notHolding("ann", END),
    () => hold({ heldUntil: `${UNTIL}+` }),
  ));

test("an offer that was stored before waiting lists existed does not sell a unit when none is left", () =>
  expectRefused(
    () => table.reserve({ ...HOLD, userId: "dan" }, NOW),
    () => offer({ left: 0, waiting: undefined }),
  ));

test.each([
  ["an operator turned the offer off", { enabled: false }],
  ["the offer's end", { endAt: AT }],
  ["an operator closed the list", { waitingList: false }],
])("the waiting list gets no unit and admits no one after %s", async (_when, change) => {
  const given = { ...TURN, id: `${OF_LINE}2`, userId: "cid" };
  await expectRefused(
    () => offerUnit(CID, given, NOW),
    () => offer(change),
  );
  offer({ left: 1 });
  await expectRefused(
    () => join(DAN, NOW),
    () => offer(change),
  );
});

test.each([{ id: "entry-3" }, { state: "offered" }])(
  "a mail about a place on the waiting list marks only that place as notified: %o",
  (change) =>
    expectRefused(
      () => markTold(CID),
      () => entry(change),
    ),
);

test("of two operators who save the first offer at once, the second is refused", async () => {
  rows.clear();
  const none = await offers.readLifetimeOffer();
  await expectRefused(() => offers.replaceOffer(none, { ...none, left: 9 }), putOffer);
});
