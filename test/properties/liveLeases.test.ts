import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { isSameComputer } from "#shared/licenses/fingerprint.ts";
import { SHORT_LEASE } from "#shared/licenses/lease.ts";
import type { License } from "#shared/licenses/license.ts";
import {
  activateDevice,
  deactivateDevice,
  type Proof,
  refreshDevice,
  swapDevice,
} from "../../functions/licenses/devices/rules.ts";
import { answerRequest } from "../../functions/licenses/offlineRules.ts";
import { withNewKey } from "../../functions/licenses/replacement/rules.ts";
import { computer, LICENSE, NOW } from "../functions/licenses/license.ts";
import { runs } from "../support/runs.ts";

const COMPUTERS = 10;
/** Number of computers with a strong fingerprint. The other computers all show the same processor and nothing else. */
const STRONG = 7;

const kinds = ["b", "c", "d", "i", "n"] as const;
const hash = (text: string) => text.padEnd(16, "_").slice(0, 16);
/** @param changed how often each component of the machine was replaced */
const machine = (index: number, changed: readonly number[] = []) =>
  index < STRONG
    ? `fp2.${kinds.map((kind, place) => `${kind}${hash(`m${index}v${changed[place] ?? 0}`)}`).join(".")}`
    : `fp3.c${hash("processor")}`;

/** An issued lease. It counts until its end, because its holder may have a backup. */
type Lease = { computer: number; fingerprint: string; from: number; until: number };

class World {
  now = NOW.getTime();
  license: License;
  readonly stored = new Map<number, Proof>();
  readonly leases: Lease[] = [];
  #made = 0;

  constructor(maxDailySwaps: number) {
    this.license = { ...LICENSE, maxDailySwaps };
  }

  /** @returns the code of a refusal, or VALID */
  try(computerIndex: number, act: () => License, isLeased: boolean): string {
    try {
      const after = act();
      const until = Date.parse(after.device?.leaseEndsAt ?? "");
      const fingerprint = after.device?.fingerprint ?? "";
      if (isLeased) this.leases.push({ computer: computerIndex, fingerprint, from: this.now, until });
      this.license = after;
      return "VALID";
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "SEAT_BUSY") {
        const wait = Date.parse(String(error.details?.retry_at)) - this.now;
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(SHORT_LEASE);
      }
      return error.code;
    }
  }

  activate(index: number, fingerprint = machine(index)): string {
    this.#made += 1;
    const device = computer(fingerprint, new Date(this.now), `activation ${this.#made}`);
    const code = this.try(index, () => activateDevice(this.license, device, new Date(this.now)), true);
    const { activationId, secretHash } = device;
    if (code === "VALID") this.stored.set(index, { fingerprint, activationId, secretHash });
    return code;
  }

  refresh(index: number, fingerprint = machine(index), from = index): string {
    const kept = this.stored.get(from);
    if (!kept) return "NOTHING";
    this.#made += 1;
    const proof = { ...kept, fingerprint };
    const next = `secret ${this.#made}`;
    const code = this.try(index, () => refreshDevice(this.license, proof, next, new Date(this.now)), true);
    if (code === "VALID") this.stored.set(index, { ...proof, secretHash: next });
    return code;
  }

  deactivate(index: number, fingerprint = machine(index)): string {
    const kept = this.stored.get(index);
    if (!kept) return "NOTHING";
    const proof = { ...kept, fingerprint };
    return this.try(index, () => deactivateDevice(this.license, proof, new Date(this.now)), false);
  }

  /** @param nonce of an answered request; a new nonce by default */
  offline(index: number, nonce: string | undefined, fingerprint = machine(index)): string {
    this.#made += 1;
    const made = nonce ?? `nonce ${this.#made}`;
    const id = `activation ${this.#made}`;
    const request = { ...computer(fingerprint), type: "license-request", version: 1, nonce: made } as const;
    const code = this.try(-1, () => answerRequest(this.license, request, id, new Date(this.now)), false);
    const lease = this.license.offline.find((each) => each.nonce === made);
    if (code === "VALID" && lease)
      this.leases.push({
        computer: index,
        fingerprint,
        from: Date.parse(lease.issuedAt),
        until: Date.parse(lease.endsAt),
      });
    return code;
  }

  holds(index: number): boolean {
    return this.license.device?.activationId === this.stored.get(index)?.activationId;
  }

  swap(): string {
    return this.try(-1, () => swapDevice(this.license, new Date(this.now)), false);
  }

  replace(): string {
    this.#made += 1;
    const key = `key ${this.#made}`;
    return this.try(-1, () => withNewKey(this.license, key, "operator", new Date(this.now)), false);
  }

  /** Maps each computer with a running lease to whether one of its running leases is longer than ten minutes. */
  running(): Map<number, boolean> {
    const found = new Map<number, boolean>();
    for (const lease of this.leases)
      if (lease.until > this.now)
        found.set(lease.computer, found.get(lease.computer) || lease.until - lease.from > SHORT_LEASE);
    return found;
  }
}

const index = fc.nat(COMPUTERS - 1);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(index, fc.boolean()).map(([one, isSwapped]) => (world: World) => {
      const holder = [...world.stored.keys()].find((other) => world.holds(other));
      if (isSwapped || holder === undefined) world.swap();
      else world.deactivate(holder);
      return world.activate(one);
    }),
  },
  { weight: 4, arbitrary: index.map((one) => (world: World) => world.activate(one)) },
  { weight: 3, arbitrary: index.map((one) => (world: World) => world.refresh(one)) },
  { weight: 3, arbitrary: index.map((one) => (world: World) => world.deactivate(one)) },
  { weight: 3, arbitrary: fc.constant((world: World) => world.swap()) },
  {
    weight: 3,
    arbitrary: fc.tuple(index, fc.option(fc.nat(5))).map(
      ([one, old]) =>
        (world: World) =>
          world.offline(one, old === null ? undefined : world.license.offline.at(-1 - old)?.nonce),
    ),
  },
  { weight: 2, arbitrary: fc.constant((world: World) => world.replace()) },
  {
    weight: 1,
    arbitrary: fc.tuple(index, index).map(
      ([from, to]) =>
        (world: World) =>
          // The service cannot tell a weak computer from another weak computer that has a copy of its folder.
          Math.min(from, to) < STRONG ? world.refresh(to, machine(to), from) : "SKIPPED",
    ),
  },
  {
    weight: 1,
    arbitrary: index.map((one) => (world: World) => {
      world.stored.delete(one);
      return "CLEARED";
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(1, MINUTE, 9 * MINUTE, 11 * MINUTE, HOUR, DAY, 3 * DAY, 8 * DAY, 31 * DAY)
      .map((time) => (world: World) => {
        world.now += time;
        return "WAITED";
      }),
  },
);

test("in any history of a license, at most three computers have running leases, and at most two have one longer than ten minutes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.array(step, { maxLength: 60 }), (swaps, steps) => {
      const world = new World(swaps);
      for (const act of steps) {
        act(world);
        const running = [...world.running().values()];
        expect(running.length).toBeLessThanOrEqual(3);
        expect(running.filter((isFull) => isFull).length).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: runs(1000) },
  );
});

/** @returns the size of the largest set of fingerprints that are pairwise from different computers */
function mostApart([first, ...more]: readonly string[]): number {
  if (first === undefined) return 0;
  const apart = more.filter((other) => !isSameComputer(first, other));
  return Math.max(1 + mostApart(apart), apart.length === more.length ? 0 : mostApart(more));
}

/** A step of a virtual machine that differs from the previous machine in one or two components. */
const drift = fc.record({
  what: fc.constantFrom("activate", "refresh", "offline", "leave", "swap"),
  replaces: fc.uniqueArray(fc.nat(kinds.length - 1), { minLength: 1, maxLength: 2 }),
  time: fc.constantFrom(0, 0, MINUTE, 11 * MINUTE, DAY),
});

test("a series of virtual machines, each slightly different from the previous machine, does not count as one computer", () => {
  fc.assert(
    fc.property(fc.array(drift, { maxLength: 16 }), (steps) => {
      const world = new World(10);
      const changed = kinds.map(() => 0);
      for (const { what, replaces, time } of steps) {
        world.now += time;
        for (const place of replaces) changed[place] = (changed[place] ?? 0) + 1;
        const fingerprint = machine(0, changed);
        if (what === "activate") world.activate(0, fingerprint);
        if (what === "refresh") world.refresh(0, fingerprint);
        if (what === "offline") world.offline(0, undefined, fingerprint);
        if (what === "leave") world.deactivate(0, fingerprint);
        if (what === "swap") world.swap();
        const running = world.leases.filter(({ until }) => until > world.now);
        const full = running.filter(({ from, until }) => until - from > SHORT_LEASE);
        expect(mostApart(running.map((lease) => lease.fingerprint))).toBeLessThanOrEqual(3);
        expect(mostApart(full.map((lease) => lease.fingerprint))).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: runs(1000) },
  );
});

/** An event of an honest computer, such as a loss of its stored data or a new component. */
const misfortune = fc.oneof(
  fc.nat(kinds.length - 1).map((place) => ({ replaces: place })),
  fc.constantFrom("crash", "restore", "leave", "refresh", "offline").map((what) => ({ what })),
  fc.constantFrom(MINUTE, HOUR, DAY, 9 * DAY).map((time) => ({ time })),
);

test("an honest computer is never refused and needs no swap after reinstallations and new parts", () => {
  fc.assert(
    fc.property(fc.array(misfortune, { maxLength: 40 }), (events) => {
      const world = new World(1);
      const changed = kinds.map(() => 0);
      expect(world.activate(0, machine(0, changed))).toBe("VALID");
      for (const event of events) {
        if ("time" in event) world.now += event.time;
        if ("replaces" in event) changed[event.replaces] = 1;
        const fingerprint = machine(0, changed);
        if ("what" in event && event.what === "leave") world.deactivate(0, fingerprint);
        if ("what" in event && event.what === "crash") world.stored.delete(0);
        if ("what" in event && event.what === "offline")
          expect(world.offline(0, undefined, fingerprint)).toBe("VALID");
        const isKept = "what" in event && event.what === "refresh" && world.license.device !== null;
        const code =
          isKept && world.stored.has(0) ? world.refresh(0, fingerprint) : world.activate(0, fingerprint);
        expect(code).toBe("VALID");
      }
      expect(world.license.totalSwaps).toBe(0);
    }),
    { numRuns: runs(1000) },
  );
});
