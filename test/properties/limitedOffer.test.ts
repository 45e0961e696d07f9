import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "#shared/errors.ts";
import { RESERVATION_NEXT, type ReservationState } from "#shared/promotions/reservation.ts";
import { transact, type Write, WriteConflict } from "../../functions/platform/dynamo.ts";
import { readLifetimeOffer, replaceOffer } from "../../functions/promotions/offerTable.ts";
import {
  consume,
  consumeLate,
  release,
  reserve,
  takeLeftUnit,
} from "../../functions/promotions/reservationTable.ts";
import { saveOffer, toPromotions } from "../../functions/promotions/rules.ts";
import { memoryDynamo, type Rows } from "../support/memory/dynamo.ts";
import { network } from "../support/memory/network.ts";
import { runs } from "../support/runs.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const PEOPLE = ["ann", "bob", "cid"];

let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_PROMOTIONS", "promotions");
  rows = memoryDynamo(network());
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The expected state of the offer, without a database. */
type Model = {
  enabled: boolean;
  endAt: string | null;
  remaining: number;
  sold: number;
  version: number;
  holds: Map<string, { id: string; state: ReservationState }>;
};
type Step = { name: string; run: (model: Model) => Promise<void> };

const reservedIn = (model: Model) => [...model.holds.values()].filter(({ state }) => state === "held").length;
const mayMove = (from: ReservationState | undefined, to: ReservationState) =>
  from !== undefined && (RESERVATION_NEXT[from] as readonly string[]).includes(to);

/** @returns whether the database accepted the writes */
async function isTaken(writes: Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
}

let made = 0;
const hold = (userId: string): Step => ({
  name: `${userId} begins to pay`,
  run: async (model) => {
    made += 1;
    const id = `hold-${made}`;
    const at = NOW.toISOString();
    const isOn = model.enabled && model.remaining > 0 && (model.endAt === null || model.endAt > at);
    const expected = isOn && model.holds.get(userId)?.state !== "held";
    const reservation = { id, userId, state: "held" as const, heldUntil: at, sessionId: null, createdAt: at };
    expect(await isTaken(reserve(reservation, NOW))).toBe(expected);
    if (!expected) return;
    model.holds.set(userId, { id, state: "held" });
    model.remaining -= 1;
    model.version += 1;
  },
});

/** @param from the state that the write expects */
function move(
  name: string,
  userId: string,
  from: ReservationState,
  to: ReservationState,
  write: typeof consume,
): Step {
  return {
    name: `${userId}: ${name}`,
    run: async (model) => {
      const own = model.holds.get(userId);
      const takesLeft = from === "released";
      const expected = own?.state === from && mayMove(from, to) && (!takesLeft || model.remaining > 0);
      const claim = { userId, reservationId: own?.id ?? "none" };
      expect(await isTaken(write(claim))).toBe(expected);
      if (!expected || !own) return;
      own.state = to;
      if (to === "released") model.remaining += 1;
      if (takesLeft) model.remaining -= 1;
      if (to === "consumed") model.sold += 1;
      model.version += 1;
    },
  };
}

const takeLeft: Step = {
  name: "a payment without a hold",
  run: async (model) => {
    const expected = model.remaining > 0;
    expect(await isTaken([takeLeftUnit()])).toBe(expected);
    if (!expected) return;
    model.remaining -= 1;
    model.sold += 1;
    model.version += 1;
  },
};

const save = (change: {
  remaining: number;
  enabled: boolean;
  endAt: string | null;
  behind: number;
}): Step => ({
  name: `the operator saves ${change.remaining} units, loaded ${change.behind} changes ago`,
  run: async (model) => {
    const loaded = model.version - change.behind;
    const before = await readLifetimeOffer();
    const wanted = {
      lifetime_enabled: change.enabled,
      hero_text: "",
      subtitle: "",
      end_at: change.endAt,
      quantity_remaining: change.remaining,
    };
    try {
      await transact([replaceOffer(before, saveOffer(before, wanted, loaded))]);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(change.behind).toBeGreaterThan(0);
      return;
    }
    expect(change.behind).toBe(0);
    Object.assign(model, { enabled: change.enabled, endAt: change.endAt, remaining: change.remaining });
    model.version += 1;
  },
});

const LOADED = ["hero_text", "subtitle", "quantity_remaining"] as const;

/** Loads the offer, lets a sale or another operator change it, and then saves an edit of one field. */
const saveField = (change: {
  field: (typeof LOADED)[number];
  theirs: (typeof LOADED)[number] | null;
  sells: boolean;
}): Step => ({
  name: `the operator saves the ${change.field}, after ${change.theirs ?? "nothing"} changed`,
  run: async (model) => {
    const { version, ...loaded } = toPromotions(await readLifetimeOffer());
    const edit = {
      hero_text: `hero ${model.version}`,
      subtitle: `sub ${model.version}`,
      quantity_remaining: 3,
    };
    if (change.sells) await takeLeft.run(model);
    if (change.theirs !== null) {
      const now = await readLifetimeOffer();
      const theirs = {
        ...toPromotions(now),
        [change.theirs]: change.theirs === "quantity_remaining" ? 9 : "theirs",
      };
      await transact([replaceOffer(now, saveOffer(now, theirs, now.version))]);
      model.version += 1;
      if (change.theirs === "quantity_remaining") model.remaining = 9;
    }
    const before = await readLifetimeOffer();
    const wanted = { ...loaded, [change.field]: edit[change.field] };
    const current = toPromotions(before);
    const isConflict =
      current[change.field] !== loaded[change.field] && wanted[change.field] !== loaded[change.field];
    const save = () => saveOffer(before, wanted, version, loaded);
    if (isConflict && before.version !== version) return void expect(save).toThrow(AppError);
    const after = save();
    expect({ ...toPromotions(after), may_return: undefined }).toEqual({
      ...current,
      may_return: undefined,
      [change.field]:
        wanted[change.field] === loaded[change.field] ? current[change.field] : wanted[change.field],
      version: before.version + 1,
    });
    await transact([replaceOffer(before, after)]);
    model.version += 1;
    model.remaining = after.left;
  },
});

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PEOPLE).map(hold) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(...PEOPLE).chain((person) =>
        fc.constantFrom(
          move("goes back", person, "held", "released", (claim) => release(claim, null)),
          move("has paid", person, "held", "consumed", consume),
          move("has paid late", person, "released", "consumed", consumeLate),
        ),
      ),
    },
    { weight: 1, arbitrary: fc.constant(takeLeft) },
    {
      weight: 1,
      arbitrary: fc
        .record({
          field: fc.constantFrom(...LOADED),
          theirs: fc.constantFrom(null, ...LOADED),
          sells: fc.boolean(),
        })
        .map(saveField),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({
          remaining: fc.integer({ min: 0, max: 4 }),
          enabled: fc.boolean(),
          endAt: fc.constantFrom(null, "2026-03-15T11:00:00.000Z", "2026-03-15T13:00:00.000Z"),
          behind: fc.integer({ min: 0, max: 1 }),
        })
        .map(save),
    },
  ),
  { maxLength: 60 },
);

test("in any history of the limited offer, left = total − sold − reserved, and the offer is not oversold", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 3 }), async (sequence, remaining) => {
      rows.clear();
      const model: Model = { enabled: true, endAt: null, remaining, sold: 0, version: 0, holds: new Map() };
      await save({ remaining, enabled: true, endAt: null, behind: 0 }).run(model);
      const done: string[] = [];
      for (const { name, run } of sequence) {
        done.push(name);
        await run(model);
        const { total, sold, reserved, left, version } = await readLifetimeOffer();
        const where = done.join("; ");
        expect({ sold, reserved, left, version }, where).toEqual({
          sold: model.sold,
          reserved: reservedIn(model),
          left: model.remaining,
          version: model.version,
        });
        expect(total, where).toBe(sold + reserved + left);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("an edit of the offer is refused if a unit was sold after the offer was read", async () => {
  rows.clear();
  const model: Model = { enabled: true, endAt: null, remaining: 2, sold: 0, version: 0, holds: new Map() };
  await save({ remaining: 2, enabled: true, endAt: null, behind: 0 }).run(model);
  const before = await readLifetimeOffer();
  await takeLeft.run(model);
  const edit = saveOffer(before, { ...toPromotions(before), subtitle: "new" }, before.version);
  await expect(transact([replaceOffer(before, edit)])).rejects.toBeInstanceOf(WriteConflict);
  expect(await readLifetimeOffer()).toMatchObject({ sold: 1, left: 1 });
});
