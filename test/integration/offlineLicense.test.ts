import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { main } from "../../packages/license-client/src/cli/main.ts";
import { call } from "../support/api.ts";
import { freeKeyOf } from "../support/devices.ts";
import { signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

const folder = mkdtempSync(join(tmpdir(), "offline-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

async function type(machine: string, ...words: string[]) {
  let said = "";
  const place = ["--dir", file(machine), "--machine", machine, "--pins", file("pins.json"), "--json"];
  const exit = await main([...words, ...place], (text) => {
    said += text;
  });
  return { exit, ...JSON.parse(said) };
}
const read = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));

test("a computer gets an offline license through the program's request file and the site's answer file, and the seat shows the license", async () => {
  let pins = "";
  await main(["pin", "--url", stack().apiUrl], (text) => {
    pins += text;
  });
  writeFileSync(file("pins.json"), pins);
  const machine = `cabin ${randomUUID()}`;
  const owner = await signUpPerson();
  const as = { token: owner.accessToken };
  const licenseKey = await freeKeyOf(owner);
  expect(await type(machine, "request", file("request.json"))).toMatchObject({ exit: 0 });
  const request = read("request.json");
  const answered = await call("licenses/answerOffline", { licenseKey, request }, as);
  expect(answered.status).toBe(200);
  writeFileSync(file("answer.json"), JSON.stringify(answered.body.answer));
  expect(await type(machine, "answer", file("answer.json"))).toMatchObject({ exit: 0, state: "active" });
  const status = await type(machine, "status");
  const length = Date.parse(status.leaseEndsAt) - Date.now();
  expect(length).toBeGreaterThan(29.9 * DAY);
  expect(length).toBeLessThanOrEqual(30 * DAY);

  const { body } = await call("licenses/listSeats", {}, as);
  expect(body.seats).toMatchObject([
    { offline: [{ computer_name: request.computerName, until: status.leaseEndsAt }] },
  ]);
  const again = await call("licenses/answerOffline", { licenseKey, request }, as);
  expect(again.body.answer).toEqual(answered.body.answer);
  const [row] = (await rowsOf("Seats")).filter(({ pk }) => pk === licenseKey);
  expect(row?.leases).toMatchObject([{ endsAt: status.leaseEndsAt, isFull: true }]);

  const desk = await call("licenses/activate", { licenseKey, ...computer("desk") });
  expect(desk.body.code).toBe("SEAT_TAKEN");
  const stranger = { token: (await signUpPerson()).accessToken };
  const stolen = await call("licenses/answerOffline", { licenseKey, request }, stranger);
  expect(stolen).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  const wrong = { ...request, type: "something else" };
  expect(await call("licenses/answerOffline", { licenseKey, request: wrong }, as)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR" },
  });
});
