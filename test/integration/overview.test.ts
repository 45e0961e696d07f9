import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { advanceClock, invocations, settle } from "../support/control.ts";
import { activationOf } from "../support/devices.ts";
import { type Person, signInPerson, signUpOperator, signUpPerson } from "../support/people.ts";
import { deleteRow, putRow } from "../support/rows.ts";
import { buy, computer, setQuantity } from "../support/shop.ts";

const as = ({ accessToken }: Person) => ({ token: accessToken });

/** Creates a subscriber with two seats, and a computer that has made a video. */
async function subscriber(): Promise<Person> {
  const person = await signUpPerson();
  const { licenseKey } = await buy(person, "monthly");
  const { subscription } = (await call("subscriptions/getSubscription", {}, as(person))).body;
  await setQuantity((subscription as { subscription_id: string }).subscription_id, 2);
  const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
  const sentAt = new Date().toISOString();
  const entry = { id: randomUUID(), type: "video_created", status: "success", at: sentAt } as const;
  await call("activity/report", { ...activationOf(licenseKey, "desk", body), sentAt, entries: [entry] });
  await settle();
  return person;
}

test("the overview has the same content as the calls for each of its parts", async () => {
  const person = await subscriber();
  const { body } = await call("customers/getOverview", {}, as(person));
  const { seats } = (await call("licenses/listSeats", {}, as(person))).body;
  const { logs } = (await call("activity/getActivityLogs", {}, as(person))).body;
  expect(seats).toHaveLength(1);
  expect(logs).toHaveLength(1);
  expect(body.billing).toMatchObject({ team: { seats: 2 } });
  expect(body).toEqual({
    ...(await call("accounts/getAccount", {}, as(person))).body,
    billing: (await call("subscriptions/getSubscription", {}, as(person))).body,
    promotions: (await call("promotions/getPromotions", {})).body,
    seats,
    videoCount: 1,
    activity: logs,
  });
});

test("a suspended account sees only its billing", async () => {
  const person = await subscriber();
  const { accessToken } = await signUpOperator();
  const suspension = { userId: person.userId, suspended: true, note: "chargebacks" };
  await call("customers/suspendUser", suspension, { token: accessToken });
  // The start of a session has a resolution of one second.
  await advanceClock(1);
  const { body } = await call("customers/getOverview", {}, as(await signInPerson(person.email)));
  expect(body).toMatchObject({
    account: { suspended: true },
    billing: { subscription: { subscription_status: "active" } },
    seats: null,
    videoCount: null,
    activity: null,
  });
  const latest = (await invocations("customers/getOverview")).at(-1);
  // This Query reads the grants. Further Queries would read data that the page does not show.
  expect(latest?.calls.filter(({ operation }) => operation === "Query")).toHaveLength(1);
});

test("the overview leaves out an unreadable part and shows the rest", async () => {
  const person = await subscriber();
  await putRow("Activity", { pk: person.userId, sk: "counts", videos: "many" });
  const { status, body } = await call("customers/getOverview", {}, as(person));
  expect(status).toBe(200);
  expect(body).toMatchObject({ videoCount: null, activity: [{}], seats: [{ code: "VALID" }] });
  await deleteRow("Activity", { pk: person.userId, sk: "counts" });
});
