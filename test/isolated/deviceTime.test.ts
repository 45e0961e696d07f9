import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DAY, HOUR, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, clearFaults, injectFault } from "../support/control.ts";
import { activationOf, freeKeyOf, refreshed } from "../support/devices.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { startOwnStack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

let person: Person;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("devices", 4940));
  person = await signUpPerson();
});
afterAll(() => close());

const licenseRow = async (licenseKey: string) =>
  (await rowsOf("Seats")).find((row) => row.pk === licenseKey) ?? {};
const leaseHours = ({ serverTime, leaseEndsAt }: Record<string, unknown>) =>
  Math.round((Date.parse(String(leaseEndsAt)) - Date.parse(String(serverTime))) / HOUR);

describe.each([
  ["an answer of the database is lost", { service: "dynamodb", mode: "lost", times: 1 }],
  ["the function dies after its write", { service: "dynamodb", mode: "kill-after", times: 1 }],
  ["the function dies before its write", { service: "dynamodb", mode: "kill-before", times: 1 }],
])("when %s, and the call is repeated", (_name, fault) => {
  afterEach(clearFaults);

  test("activating, refreshing, reporting, swapping end as without", async () => {
    const owner = await signUpPerson();
    const token = { token: owner.accessToken };
    const licenseKey = await freeKeyOf(owner);
    /** The fault strikes the write: the first call fails or not, the second must not. */
    async function twice(operation: string, id: string, run: () => ReturnType<typeof call>) {
      await injectFault({ ...fault, operation, function: id });
      await run();
      await clearFaults();
      return run();
    }
    const activated = await twice("PutItem", "licenses/activate", () =>
      call("licenses/activate", { licenseKey, ...computer("desk") }),
    );
    expect(activated.status).toBe(200);
    const attemptId = randomUUID();
    const again = await twice("PutItem", "licenses/refresh", () =>
      refreshed(licenseKey, "desk", activated.body, attemptId),
    );
    expect(again.status).toBe(200);
    const activation = activationOf(licenseKey, "desk", again.body);
    const at = new Date().toISOString();
    const entry = { id: randomUUID(), type: "video_created", status: "success", at } as const;
    const reported = await twice("TransactWriteItems", "activity/report", () =>
      call("activity/report", { ...activation, sentAt: at, entries: [entry] }),
    );
    expect(reported.status).toBe(200);
    expect((await call("activity/getVideoCount", {}, token)).body).toEqual({ videoCount: 1 });
    const swapped = await twice("PutItem", "licenses/swapSeat", () =>
      call("licenses/swapSeat", { licenseKey }, token),
    );
    expect(swapped.status).toBe(200);
    expect(await licenseRow(licenseKey)).toMatchObject({
      activationCount: 1,
      totalSwaps: 1,
      swaps: { count: 1 },
      device: null,
    });
  });
});

test("a lease grows with the days that a computer stays, and swaps are counted anew each UTC day", async () => {
  const licenseKey = await freeKeyOf(person);
  const first = await call("licenses/activate", { licenseKey, ...computer("desk") });
  expect(leaseHours(first.body)).toBe(24);
  await advanceClock((3 * DAY) / SECOND);
  const second = await refreshed(licenseKey, "desk", first.body);
  expect(leaseHours(second.body)).toBe(72);
  await advanceClock((30 * DAY) / SECOND);
  const third = await refreshed(licenseKey, "desk", second.body);
  expect(leaseHours(third.body)).toBe(7 * 24);

  const { email } = person;
  const swap = async () => {
    const { accessToken } = await signInPerson(email);
    return call("licenses/swapSeat", { licenseKey }, { token: accessToken });
  };
  expect((await swap()).status).toBe(200);
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  expect((await swap()).body.code).toBe("SWAP_LIMIT");
  await advanceClock(DAY / SECOND);
  expect((await swap()).body).toMatchObject({ seat: { swap_count_today: 1 } });
  expect(await licenseRow(licenseKey)).toMatchObject({ totalSwaps: 2, activationCount: 2 });
});
