import { expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY, MINUTE, SECOND } from "#shared/instant.ts";
import { answered } from "../../packages/license-client/answering.ts";
import { type Computer, createComputer } from "../../packages/license-client/computer.ts";
import { reseal } from "../../packages/license-client/reseal.ts";
import { createService, KEY } from "../../packages/license-client/service.ts";

// Counts how many computers work with one key at once, with the library and the service's rules.
// docs/license-comparison.md and docs/license-attacks.md state these numbers.

const MANY = 20;
/** Longer than a lease of ten minutes. */
const STEP = 10 * MINUTE + SECOND;

const OWN = (index: number) => ({
  install: `install ${index}`,
  board: "Maker|Model",
  cpu: "CPU x64",
  disk: `disk ${index}`,
  network: `network ${index}`,
});
const PROCESSOR_ALONE = () => ({ cpu: "CPU x64" });
const CLONED = () => OWN(0);

/** People who share a key. Each restores a copy of the library's stored data after leaving the seat. */
function group(componentsOf: (index: number) => Record<string, string>) {
  const service = createService();
  const computers = Array.from({ length: MANY }, (_none, index) =>
    Object.assign(createComputer(undefined, undefined, service), {
      components: componentsOf(index),
      since: 0,
    }),
  );
  type Member = (typeof computers)[number];
  const { world } = service;
  let holder: Member | undefined;
  const works = async (one: Computer) => (await one.open().state()).name === "active";

  return {
    computers,
    world,
    pass(time: number): void {
      world.now += time;
      for (const { time: clock } of computers) clock.pass(time);
    },
    /** Moves the seat to this computer if the service allows it. @returns the service's code */
    async move(to: Member, leaves = true): Promise<string> {
      if (leaves && holder !== undefined && holder !== to) {
        const kept = holder.kept.get("license") ?? "";
        await holder.open().deactivate();
        holder.kept.set("license", kept);
      }
      const { outcome, refusal } = await to.open().activate(KEY);
      if (outcome !== "done") return String(refusal?.code);
      to.since = world.now;
      holder = to;
      return "VALID";
    },
    /** Gives each member the seat for a day, so the service knows all computers. */
    async known(): Promise<void> {
      for (const one of computers) {
        await this.move(one);
        this.pass(DAY);
      }
    },
    /** Sets each stored clock back to its lease's start, and removes the signed answer that would reveal the change. */
    resealAll(): void {
      for (const one of computers)
        if (one.kept.has("license"))
          reseal(one, (kept) => ({
            ...kept,
            proof: null,
            clock: { offset: one.since - one.time.now(), seen: one.since, asked: 0 },
          }));
    },
    async working(): Promise<number> {
      return (await Promise.all(computers.map(works))).filter(Boolean).length;
    },
  };
}

/** Moves the seat at each step for two days. @returns the most computers that worked at the same time */
async function mostByTurns({ edits }: { edits: boolean }): Promise<number> {
  const people = group(OWN);
  await people.known();
  let most = 0;
  for (let day = 0; day < 2; day += 1) {
    // On each day, two different computers come first and get the two long leases.
    const { computers } = people;
    for (const [index, one] of [...computers.slice(2 * day), ...computers.slice(0, 2 * day)].entries()) {
      await people.move(one);
      if (edits) people.resealAll();
      if (index % 4 === 3) most = Math.max(most, await people.working());
      people.pass(STEP);
    }
    people.pass(DAY - MANY * STEP);
  }
  return most;
}

test("a seat that moves all day works on three computers at once", async () => {
  expect(await mostByTurns({ edits: false })).toBe(3);
});

test("a seat works on six computers at once if their owners edit the stored files and seal them again", async () => {
  expect(await mostByTurns({ edits: true })).toBe(6);
});

/** Activates each computer once. None gives up the seat. @returns the service's codes */
async function activateAll(people: ReturnType<typeof group>): Promise<string[]> {
  const codes: string[] = [];
  for (const one of people.computers) {
    codes.push(await people.move(one, false));
    people.pass(SECOND);
  }
  return codes;
}

test("of twenty computers that show only their processor, three work and the others wait", async () => {
  const people = group(PROCESSOR_ALONE);
  expect(new Set(await activateAll(people))).toEqual(new Set(["VALID", "SEAT_BUSY"]));
  expect(await people.working()).toBe(3);
});

test("clones of one virtual machine count as one computer and all work for a day", async () => {
  const people = group(CLONED);
  expect(new Set(await activateAll(people))).toEqual(new Set(["VALID"]));
  expect(await people.working()).toBe(MANY);
  people.pass(DAY);
  expect(await people.working()).toBe(0);
});

test("offline files take the two long leases, so two computers work for 30 days", async () => {
  const people = group(OWN);
  const { world } = people;
  const refused: string[] = [];
  for (const one of people.computers) {
    world.license = { ...world.license, device: null, vacatedBy: "swap" };
    const license = one.open();
    try {
      await license.acceptOffline(answered(one, await license.requestOffline()));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.code);
    }
  }
  expect(refused).toEqual(Array.from({ length: MANY - 2 }, () => "CONFLICT"));
  world.license = { ...world.license, device: null, vacatedBy: "swap" };
  expect(await people.move(people.computers[MANY - 1] as (typeof people.computers)[number])).toBe("VALID");
  expect(await people.working()).toBe(3);
  people.pass(29 * DAY);
  expect(await people.working()).toBe(2);
  people.pass(DAY);
  expect(await people.working()).toBe(0);
});
