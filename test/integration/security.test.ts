import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { call } from "../support/api.ts";
import { settle, setViewer } from "../support/control.ts";
import { freeKeyOf } from "../support/devices.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { computer } from "../support/shop.ts";

const alertsOf = async (person: Person) => {
  await settle();
  return (await rowsOf("Alerts")).filter((row) => row.pk === person.userId && "severity" in row);
};

test("a computer in a denied network works, but raises an alert", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  await setViewer({ country: "US", address: "198.51.100.7" });
  const { status } = await call("licenses/activate", { licenseKey, ...computer("desk") });
  await setViewer({ country: "US", address: null });
  expect(status).toBe(200);
  expect(await alertsOf(person)).toEqual([
    expect.objectContaining({ type: "suspicious_ip", metadata: { address: "198.51.100.7" } }),
  ]);
});

const guess = (fingerprint = computer("guesser").fingerprint) =>
  call("licenses/validate", { licenseKey: formatLicenseKey(randomBytes(24)), fingerprint });

test("calls with guessed keys get at most three answers a second, and otherwise a request to wait", async () => {
  await setViewer({ country: "US", address: "203.0.113.99" });
  const answers: Awaited<ReturnType<typeof guess>>[] = [];
  for (let round = 0; round < 10; round += 1)
    answers.push(...(await Promise.all(Array.from({ length: 30 }, () => guess()))));
  await setViewer({ country: "US", address: null });
  const perSecond = Map.groupBy(
    answers.filter(({ body: { code } }) => code === "NOT_FOUND"),
    ({ body }) => String(body.serverTime).slice(0, 19),
  );
  expect(Math.max(...[...perSecond.values()].map((found) => found.length))).toBeLessThanOrEqual(3);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]?.body).toMatchObject({
    code: "RATE_LIMITED",
    serverTime: expect.any(String),
    details: { retry_after_seconds: 1 },
  });
});

test("calls are limited to sixty a minute for one key", async () => {
  const licenseKey = await freeKeyOf(await signUpPerson());
  await call("licenses/activate", { licenseKey, ...computer("busy") });
  const { fingerprint } = computer("busy");
  const statuses: number[] = [];
  for (let index = 0; index < 125 && !statuses.includes(429); index += 1)
    statuses.push((await call("licenses/validate", { licenseKey, fingerprint })).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(60);
});
