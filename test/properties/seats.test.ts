import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY, HOUR, utcDay } from "#shared/instant.ts";
import { LONGEST_LEASE } from "#shared/licenses/lease.ts";
import type { License } from "#shared/licenses/license.ts";
import { standing } from "#shared/licenses/standing.ts";
import {
  activateDevice,
  deactivateDevice,
  type Proof,
  refreshDevice,
  swapDevice,
} from "../../functions/licenses/devices/rules.ts";
import { computer, LICENSE, NOW } from "../functions/licenses/license.ts";
import { runs } from "../support/runs.ts";

/** The expected state, which the steps record independently of the license. */
type Model = {
  now: number;
  /** Index of the computer that has the seat. */
  holder: number | null;
  /** Times of the swaps, in milliseconds. */
  swaps: number[];
  arrivals: number;
};

/** The state of the product: one license, and each computer's stored proof. */
type Real = { license: License; stored: Map<number, Proof>; made: number };

const COMPUTERS = 4;
const fingerprintOf = (index: number) => `fingerprint ${index}`;

class Step implements fc.Command<Model, Real> {
  readonly name: string;
  readonly act: (model: Model, real: Real) => void;

  constructor(name: string, act: (model: Model, real: Real) => void) {
    this.name = name;
    this.act = act;
  }
  check = () => true;
  toString = () => this.name;
  run(model: Model, real: Real): void {
    const before = real.license;
    this.act(model, real);
    hold(model, real, before);
  }
}

/** @returns whether the action succeeded; only an AppError counts as a refusal */
function tries(real: Real, act: () => License): boolean {
  try {
    real.license = act();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const at = (model: Model) => new Date(model.now);
function nextSecret(real: Real): string {
  real.made += 1;
  return `secret ${real.made}`;
}

const activate = (index: number) =>
  new Step(`activate ${index}`, (model, real) => {
    const secretHash = nextSecret(real);
    const device = { ...computer(fingerprintOf(index), at(model), `activation ${secretHash}`), secretHash };
    const total = real.license.totalSwaps;
    const holder = model.holder;
    if (!tries(real, () => activateDevice(real.license, device, at(model)))) return;
    expect(holder === null || holder === index).toBe(true);
    if (holder === null) model.arrivals += 1;
    if (real.license.totalSwaps > total) model.swaps.push(model.now);
    model.holder = index;
    const { fingerprint, activationId } = device;
    real.stored.set(index, { fingerprint, activationId, secretHash });
  });

const refresh = (index: number) =>
  new Step(`refresh ${index}`, (model, real) => {
    const proof = real.stored.get(index);
    if (!proof) return;
    const secretHash = nextSecret(real);
    if (!tries(real, () => refreshDevice(real.license, proof, secretHash, at(model)))) return;
    expect(model.holder).toBe(index);
    real.stored.set(index, { ...proof, secretHash });
  });

const copyTo = (from: number) =>
  new Step(`copy of ${from}`, (model, real) => {
    const proof = real.stored.get(from);
    if (!proof) return;
    const copied = { ...proof, fingerprint: fingerprintOf(COMPUTERS) };
    expect(tries(real, () => refreshDevice(real.license, copied, nextSecret(real), at(model)))).toBe(false);
  });

const swap = new Step("swap", (model, real) => {
  const wasEmpty = real.license.device === null;
  if (!tries(real, () => swapDevice(real.license, at(model)))) return;
  if (!wasEmpty) model.swaps.push(model.now);
  model.holder = null;
});

const deactivate = (index: number) =>
  new Step(`deactivate ${index}`, (model, real) => {
    const proof = real.stored.get(index);
    if (!proof || !tries(real, () => deactivateDevice(real.license, proof, at(model)))) return;
    expect(model.holder === index || model.holder === null).toBe(true);
    model.holder = null;
  });

const entitle = (name: string, change: Partial<License["entitlement"]>) =>
  new Step(name, (_model, real) => {
    const { license } = real;
    real.license = {
      ...license,
      entitlement: { ...license.entitlement, ...change },
      version: license.version + 1,
    };
  });

const wait = (milliseconds: number) =>
  new Step(`wait ${milliseconds / HOUR} h`, (model) => {
    model.now += milliseconds;
  });

function hold(model: Model, real: Real, before: License): void {
  const { license } = real;
  const now = at(model);
  // At most one computer can refresh, and none if the license does not work.
  const alive = [...real.stored].filter(([, proof]) => {
    const probe = { ...real };
    return tries(probe, () => refreshDevice(license, proof, "a probe", now));
  });
  const isWorthSomething = standing(license.entitlement, now).code === "VALID";
  expect(alive.map(([index]) => index)).toEqual(
    isWorthSomething && model.holder !== null ? [model.holder] : [],
  );
  expect(license.device?.fingerprint ?? null).toBe(
    model.holder === null ? null : fingerprintOf(model.holder),
  );
  const today = model.swaps.filter((swapAt) => utcDay(new Date(swapAt)) === utcDay(now)).length;
  expect(today).toBeLessThanOrEqual(license.maxDailySwaps);
  expect(license.swaps.day === utcDay(now) ? license.swaps.count : 0).toBe(today);
  expect(license.totalSwaps).toBe(model.swaps.length);
  expect(license.activationCount).toBe(model.arrivals);
  expect(license.recentSwaps.every((swapAt) => model.swaps.includes(Date.parse(swapAt)))).toBe(true);
  // A lease lasts at most a week and ends with the license.
  const leaseEnds = Date.parse(license.device?.leaseEndsAt ?? "");
  if (license.device?.leaseEndsAt !== before.device?.leaseEndsAt && !Number.isNaN(leaseEnds)) {
    expect(leaseEnds - model.now).toBeLessThanOrEqual(LONGEST_LEASE);
    const { expiresAt } = license.entitlement;
    if (expiresAt !== null) expect(leaseEnds).toBeLessThanOrEqual(Date.parse(expiresAt));
  }
  // Every change increments the version, so a concurrent writer notices it.
  if (license !== before) expect(license.version).toBe(before.version + 1);
}

const index = fc.integer({ min: 0, max: COMPUTERS - 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: index.map(activate) },
  { weight: 3, arbitrary: index.map(refresh) },
  { weight: 1, arbitrary: index.map(copyTo) },
  { weight: 3, arbitrary: fc.constant(swap) },
  { weight: 2, arbitrary: index.map(deactivate) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      entitle("revoke", { revocations: ["refund"] }),
      entitle("give back", { revocations: [], suspensions: [] }),
      entitle("suspend", { suspensions: ["payment"] }),
      entitle("end in a week", { expiresAt: new Date(NOW.getTime() + 7 * DAY).toISOString() }),
      entitle("never end", { expiresAt: null }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(wait(0), wait(HOUR), wait(12 * HOUR - 1), wait(DAY), wait(8 * DAY)),
  },
);

test("in any history of a license, at most one computer has the seat, swaps stay within the limit and the counters are right", () => {
  fc.assert(
    fc.property(
      fc.commands([step], { maxCommands: 60, size: "max" }),
      fc.integer({ min: 1, max: 3 }),
      (commands, maxDailySwaps) => {
        fc.modelRun(
          () => ({
            model: { now: NOW.getTime(), holder: null, swaps: [], arrivals: 0 },
            real: { license: { ...LICENSE, maxDailySwaps }, stored: new Map(), made: 0 },
          }),
          commands,
        );
      },
    ),
    { numRuns: runs(500) },
  );
});
