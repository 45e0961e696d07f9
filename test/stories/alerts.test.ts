import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { call } from "../support/api.ts";
import { advanceClock, settle, setViewer } from "../support/control.ts";
import { activationOf, freeKeyOf, refreshed } from "../support/devices.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { computer } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

const alertsOf = async (person: Person) => {
  await settle();
  return (await rowsOf("Alerts")).filter((row) => row.pk === person.userId && "severity" in row);
};

describe("a key that ten computers use with one copied secret", () => {
  let person: Person;
  let codes: unknown[];
  beforeAll(async () => {
    person = await signUpPerson();
    const licenseKey = await freeKeyOf(person);
    const { body } = await call("licenses/activate", { licenseKey, ...computer("original") });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refreshed(licenseKey, "original", body)),
    );
    codes = answers.map(({ body: { code } }) => code);
  });

  test("keeps working on one of them, and the other nine are refused", () => {
    expect(codes.filter((code) => code === "VALID")).toHaveLength(1);
    expect(codes.filter((code) => code === "CLONE_SUSPECTED")).toHaveLength(9);
  });

  test("raises one alert with a count", async () => {
    expect(await alertsOf(person)).toEqual([
      expect.objectContaining({ type: "key_sharing", severity: "critical", count: 9, state: "open" }),
    ]);
  });
});

describe("a copied installation that never refreshes", () => {
  const at = new Date().toISOString();
  const entries = [{ id: "entry-number-1", type: "video_created", status: "success", at } as const];
  type Shown = ReturnType<typeof activationOf>;

  test.each([
    ["sends a report", (shown: Shown) => call("activity/report", { ...shown, sentAt: at, entries })],
    ["leaves its seat", (shown: Shown) => call("licenses/deactivate", shown)],
  ])("is refused each time that it %s, and raises one alert with a count of one", async (_does, ask) => {
    const person = await signUpPerson();
    const licenseKey = await freeKeyOf(person);
    const { body } = await call("licenses/activate", { licenseKey, ...computer("original") });
    await refreshed(licenseKey, "original", body);
    const copied = activationOf(licenseKey, "original", body);
    for (const _time of [1, 2])
      expect(await ask(copied)).toMatchObject({ status: 409, body: { code: "CLONE_SUSPECTED" } });
    expect(await alertsOf(person)).toEqual([
      expect.objectContaining({ type: "key_sharing", severity: "high", count: 1, state: "open" }),
    ]);
  });
});

test("sign-ins from three countries, faster than anyone can fly, raise two alerts", async () => {
  const person = await signUpPerson();
  for (const [country, address] of [
    ["DE", "203.0.113.1"],
    ["JP", "203.0.113.2"],
    ["BR", "203.0.113.3"],
  ] as const) {
    await setViewer({ country, address });
    await call("customers/startSession", {}, { token: person.accessToken });
  }
  await setViewer({ country: "US", address: null });
  const alerts = await alertsOf(person);
  expect(alerts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: "multiple_logins", severity: "medium", count: 1 }),
      expect.objectContaining({ type: "suspicious_ip", severity: "high", count: 2 }),
    ]),
  );
  expect(alerts).toHaveLength(2);
});

test("a computer that activates in two countries, faster than anyone can fly, raises an alert", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  for (const [country, address] of [
    ["DE", "203.0.113.1"],
    ["JP", "203.0.113.2"],
  ] as const) {
    await setViewer({ country, address });
    await call("licenses/activate", { licenseKey, ...computer("desk") });
  }
  await setViewer({ country: "US", address: null });
  expect(await alertsOf(person)).toEqual([expect.objectContaining({ type: "suspicious_ip", count: 1 })]);
});

test("a person who uses up the day's swaps on three days raises an alert", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  const as = { token: person.accessToken };
  for (const name of ["desk", "laptop", "studio"]) {
    expect(await alertsOf(person)).toEqual([]);
    await advanceClock(DAY / SECOND);
    await call("licenses/activate", { licenseKey, ...computer(name) });
    expect((await call("licenses/swapSeat", { licenseKey }, as)).status).toBe(200);
  }
  expect(await alertsOf(person)).toEqual([
    expect.objectContaining({ type: "rapid_swaps", severity: "medium", count: 1 }),
  ]);
});

test("a stranger's key and an unknown key get the same answer for swapping or naming a seat", async () => {
  const stranger = await freeKeyOf(await signUpPerson());
  const unknown = formatLicenseKey(randomBytes(24));
  const person = await signUpPerson();
  const sent = { token: person.accessToken };
  const about = async (licenseKey: string) => {
    const answers = [
      await call("licenses/swapSeat", { licenseKey }, sent),
      await call("licenses/nameSeat", { licenseKey, name: "Mine" }, sent),
    ];
    return answers.map(({ status, body: { requestId, ...body } }) => ({ status, body }));
  };
  expect(await about(stranger)).toEqual(await about(unknown));
  expect((await about(unknown))[0]).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
});
