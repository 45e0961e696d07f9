import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { computer } from "../support/shop.ts";

test("two hundred concurrent calls for the free key create one key and get the same answer", async () => {
  const person = await signUpPerson();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => call("licenses/createFreeKey", {}, { token: person.accessToken })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.licenseKey)).size).toBe(1);
  const mine = (row: Record<string, unknown>) => row.userId === person.userId;
  expect((await rowsOf("Seats")).filter(mine)).toHaveLength(1);
  expect((await rowsOf("Grants")).filter((row) => mine(row) && row.sk !== "free")).toHaveLength(1);
});

test("only one of two accounts of one mailbox gets the free key", async () => {
  const stem = `race${Date.now()}`;
  const one = await signUpPerson(`${stem}+a@example.com`);
  const other = await signUpPerson(`${stem}+b@example.com`);
  const answers = await Promise.all(
    [one, other].flatMap((person) =>
      Array.from({ length: 10 }, () => call("licenses/createFreeKey", {}, { token: person.accessToken })),
    ),
  );
  const keys = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.licenseKey));
  expect(keys.size).toBe(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(["CONFLICT"]),
  );
});

test("when fifty computers activate one key at once, one gets the seat and the others SEAT_TAKEN", async () => {
  const person = await signUpPerson();
  const { body } = await call("licenses/createFreeKey", {}, { token: person.accessToken });
  const licenseKey = String(body.licenseKey);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      call("licenses/activate", { licenseKey, ...computer(`computer-${index}`) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body: { code } }) => code === "SEAT_TAKEN")).toHaveLength(49);
  const [seat] = (await rowsOf("Seats")).filter((row) => row.userId === person.userId);
  expect(seat).toMatchObject({ activationCount: 1, version: 2 });
});

test("twenty concurrent activations of one computer count as one, and it keeps its seat", async () => {
  const person = await signUpPerson();
  const { body } = await call("licenses/createFreeKey", {}, { token: person.accessToken });
  const licenseKey = String(body.licenseKey);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call("licenses/activate", { licenseKey, ...computer("desk") })),
  );
  expect(new Set(answers.map(({ body: { code } }) => code))).toEqual(new Set(["VALID"]));
  const [seat] = (await rowsOf("Seats")).filter((row) => row.userId === person.userId);
  expect(seat).toMatchObject({ activationCount: 1 });
});
