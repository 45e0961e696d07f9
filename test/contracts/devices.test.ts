import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { LICENSE } from "../functions/licenses/license.ts";
import { call } from "../support/api.ts";
import { settle } from "../support/control.ts";
import { activationOf, freeKeyOf, refreshed } from "../support/devices.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { patchRow, putRow, rowsOf } from "../support/rows.ts";
import { buy, computer, stripeClient } from "../support/shop.ts";

const licenseRow = async (licenseKey: string) =>
  (await rowsOf("Seats")).find((row) => row.pk === licenseKey) ?? {};
const as = (person: Person) => ({ token: person.accessToken });
const countOf = (answers: { body: { code?: string; ok?: unknown } }[], code: string) =>
  answers.filter(({ body }) => body.code === code).length;

test("fifty concurrent swaps count as one, so a limit of three swaps refuses only the fourth fifty", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  await patchRow("Seats", { pk: licenseKey, sk: "license" }, "maxDailySwaps", 3);
  const swapFifty = () =>
    Promise.all(Array.from({ length: 50 }, () => call("licenses/swapSeat", { licenseKey }, as(person))));
  for (const round of [1, 2, 3]) {
    expect((await call("licenses/activate", { licenseKey, ...computer("desk") })).status).toBe(200);
    const answers = await swapFifty();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await licenseRow(licenseKey)).toMatchObject({ totalSwaps: round, device: null });
  }
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  expect(countOf(await swapFifty(), "SWAP_LIMIT")).toBe(50);
  expect(await licenseRow(licenseKey)).toMatchObject({ totalSwaps: 3, device: { computerName: "desk" } });
});

test("a purchase that is refunded during concurrent activations leaves a revoked key", async () => {
  const person = await signUpPerson();
  const { licenseKey } = await buy(person, "lifetime");
  const first = await call("licenses/activate", { licenseKey, ...computer("first") });
  const [grant] = (await rowsOf("Grants")).filter((row) => row.userId === person.userId);
  const payment = String(grant?.id).replace("life:", "");
  const activating = Array.from({ length: 20 }, () =>
    call("licenses/activate", { licenseKey, ...computer("first") }),
  );
  await Promise.all([stripeClient().refunds.create({ payment_intent: payment }), settle(), ...activating]);
  await settle();
  const again = await call("licenses/activate", { licenseKey, ...computer("first") });
  expect(again).toMatchObject({ status: 403, body: { code: "REVOKED" } });
  const { fingerprint } = computer("first");
  expect((await call("licenses/validate", { licenseKey, fingerprint })).body.code).toBe("REVOKED");
  expect((await refreshed(licenseKey, "first", first.body)).body.code).toBe("REVOKED");
});

describe("leaving a seat", () => {
  let licenseKey: string;
  beforeAll(async () => {
    licenseKey = await freeKeyOf(await signUpPerson());
  });
  const activate = (name: string) => call("licenses/activate", { licenseKey, ...computer(name) });
  const leave = async (name: string) => {
    const { body } = await activate(name);
    return call("licenses/deactivate", activationOf(licenseKey, name, body));
  };

  test("is free, but a second computer on the same day costs a swap, and a third is refused", async () => {
    expect(await leave("one")).toMatchObject({ status: 200, body: { code: "VALID" } });
    expect(await licenseRow(licenseKey)).toMatchObject({ totalSwaps: 0, device: null });
    expect((await leave("two")).status).toBe(200);
    expect(await licenseRow(licenseKey)).toMatchObject({ totalSwaps: 1 });
    expect(await activate("three")).toMatchObject({
      status: 429,
      body: { code: "SWAP_LIMIT", details: { swap_count_today: 1, max_daily_swaps: 1 } },
    });
    expect((await activate("one")).status).toBe(200);
  });

  test("is refused with a wrong secret, and from a computer without the seat", async () => {
    const { body } = await activate("one");
    const stolen = { ...activationOf(licenseKey, "one", body), refreshSecret: "x".repeat(43) };
    expect(await call("licenses/deactivate", stolen)).toMatchObject({ body: { code: "CLONE_SUSPECTED" } });
    const guessed = { ...activationOf(licenseKey, "two", body), activationId: "y".repeat(36) };
    expect(await call("licenses/deactivate", guessed)).toMatchObject({ body: { code: "SEAT_TAKEN" } });
    expect(await licenseRow(licenseKey)).toMatchObject({ device: { computerName: "one" } });
  });
});

test("the owner gets a mail about a second computer, but not about the first or its return", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  const arrive = async (name: string) => {
    const { body } = await call("licenses/activate", { licenseKey, ...computer(name) });
    await call("licenses/deactivate", activationOf(licenseKey, name, body));
    await settle();
  };
  const moves = async () =>
    (await mailTo(person.email)).filter(({ subject }) => subject.includes("on a new computer"));
  await arrive("first");
  expect(await moves()).toEqual([]);
  await arrive("second");
  await arrive("first");
  expect(await moves()).toEqual([
    expect.objectContaining({ text: expect.stringContaining("Computer: second\n") }),
  ]);
});

describe("a computer's name", () => {
  test("with markup is stored and returned unchanged", async () => {
    const person = await signUpPerson();
    const licenseKey = await freeKeyOf(person);
    const computerName = `<img src=x onerror="alert(1)">`;
    await call("licenses/activate", { licenseKey, ...computer("desk"), computerName });
    const { body } = await call("licenses/listSeats", {}, as(person));
    expect(body.seats).toEqual([expect.objectContaining({ computer_name: computerName })]);
  });
});

describe("an owner of five hundred seats", () => {
  let person: Person;
  const keys = Array.from({ length: 500 }, () => formatLicenseKey(randomBytes(24)));
  beforeAll(async () => {
    person = await signUpPerson();
    const { userId } = person;
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(
        keys.slice(start, start + 50).map((licenseKey, index) => {
          const assignedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, start + index)).toISOString();
          const license = { ...LICENSE, licenseKey, id: `seat-${start + index}`, userId, assignedAt };
          return putRow("Seats", { pk: licenseKey, sk: "license", ...license });
        }),
      );
  });

  test("gets pages of 25, newest first, without repetition", async () => {
    const seats: Seat[] = [];
    let pages = 0;
    for (let cursor: string | null = ""; cursor !== null; pages += 1) {
      const { body } = await call("licenses/listSeats", cursor === "" ? {} : { cursor }, as(person));
      seats.push(...(body.seats as Seat[]));
      cursor = body.next as string | null;
    }
    expect(seats.map(({ license_key }) => license_key)).toEqual(keys.toReversed());
    expect(pages).toBeLessThanOrEqual(21);
  });

  test("can name a seat", async () => {
    const [licenseKey = ""] = keys;
    const name = (value: string | null) => call("licenses/nameSeat", { licenseKey, name: value }, as(person));
    expect((await name("  Cutting room 3 ")).body).toMatchObject({ seat: { name: "Cutting room 3" } });
    expect((await name(null)).body).toMatchObject({ seat: { name: null } });
    for (const wrong of ["", "x".repeat(61), "two\nlines"])
      expect(await name(wrong)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR", field: "name" },
      });
  });
});
