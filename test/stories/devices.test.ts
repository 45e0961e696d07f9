import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HOUR } from "#shared/instant.ts";
import type { Outage } from "../simulation/wire.ts";
import { computer, type Person, theWorld } from "../world/world.ts";

const world = theWorld();

type Answer = Awaited<ReturnType<typeof world.call>>;
const freeKeyOf = async (person: Person) =>
  String((await world.call("licenses/createFreeKey", {}, person)).body.licenseKey);
/** What a computer sends to prove its activation, taken from the last answer. */
const activationOf = (licenseKey: string, { body }: Answer) => ({
  licenseKey,
  fingerprint: computer("desk").fingerprint,
  activationId: String(body.activationId),
  refreshSecret: String(body.refreshSecret),
});
const activate = (licenseKey: string) => world.call("licenses/activate", { licenseKey, ...computer("desk") });
const refresh = (licenseKey: string, last: Answer, attemptId: string = randomUUID()) =>
  world.call("licenses/refresh", { ...activationOf(licenseKey, last), attemptId });
const swap = (licenseKey: string, person: Person) => world.call("licenses/swapSeat", { licenseKey }, person);
const licenseOf = (licenseKey: string) => world.rows("Seats").find(({ pk }) => pk === licenseKey);
const leaseHours = ({ body: { serverTime, leaseEndsAt } }: Answer) =>
  Math.round((Date.parse(String(leaseEndsAt)) - Date.parse(String(serverTime))) / HOUR);

describe.each(["lost", "killed after", "killed before"] as const)(
  "when a call whose write meets the fault '%s' is repeated,",
  (kind) => {
    test("activating, refreshing, reporting and swapping have the usual result", async () => {
      const owner = await world.signUp();
      const licenseKey = await freeKeyOf(owner);
      /** The fault meets the write of the first call, which may fail. The second call must succeed. */
      async function twice(
        id: string,
        run: () => Promise<Answer>,
        operation: Outage["operation"] = "PutItem",
      ) {
        world.breaks({ service: "dynamodb", ...(operation && { operation }), function: id, kind, times: 1 });
        await run();
        world.repair();
        const again = await run();
        expect(again.status, id).toBe(200);
        return again;
      }
      const activated = await twice("licenses/activate", () => activate(licenseKey));
      const attemptId = randomUUID();
      const refreshed = await twice("licenses/refresh", () => refresh(licenseKey, activated, attemptId));
      const sentAt = world.now().toISOString();
      const entries = [
        { id: randomUUID(), type: "video_created" as const, status: "success" as const, at: sentAt },
      ];
      const report = { ...activationOf(licenseKey, refreshed), sentAt, entries };
      await twice("activity/report", () => world.call("activity/report", report), "TransactWriteItems");
      expect((await world.call("activity/getVideoCount", {}, owner)).body).toEqual({ videoCount: 1 });
      await twice("licenses/swapSeat", () => swap(licenseKey, owner));
      expect(licenseOf(licenseKey)).toMatchObject({
        activationCount: 1,
        totalSwaps: 1,
        swaps: { count: 1 },
        device: null,
      });
    });
  },
);

test("a lease grows with the days that a computer stays, and swaps are counted anew each UTC day", async () => {
  const person = await world.signUp();
  const licenseKey = await freeKeyOf(person);
  const first = await activate(licenseKey);
  expect(leaseHours(first)).toBe(24);
  await world.days(3);
  const second = await refresh(licenseKey, first);
  expect(leaseHours(second)).toBe(72);
  await world.days(30);
  expect(leaseHours(await refresh(licenseKey, second))).toBe(7 * 24);

  expect((await swap(licenseKey, person)).status).toBe(200);
  await activate(licenseKey);
  expect((await swap(licenseKey, person)).body.code).toBe("SWAP_LIMIT");
  await world.days(1);
  expect((await swap(licenseKey, person)).body).toMatchObject({ seat: { swap_count_today: 1 } });
  expect(licenseOf(licenseKey)).toMatchObject({ totalSwaps: 2, activationCount: 2 });
});
