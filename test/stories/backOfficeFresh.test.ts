import { afterAll, beforeAll, expect, test } from "vitest";
import { maskKey } from "#shared/licenses/masked.ts";
import { raiseAlert } from "../support/alerts.ts";
import { call } from "../support/api.ts";
import { clearFaults, injectFault, payCheckout, setDelivery, settle } from "../support/control.ts";
import { auditedOf, callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { buy, codesOf, computer, openCheckout } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

let operator: Person;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
});

const refresh = async (kind: "user" | "key" | "alert", id: string) =>
  (await call("insights/refreshRows", { subjects: [{ kind, id }] }, { token: operator.accessToken })).body;
const stats = async () => (await call("insights/getSystemStats", {}, { token: operator.accessToken })).body;

test("while the streams are paused, lists and figures show the operator's changes", async () => {
  const person = await signUpPerson();
  const { licenseKey } = await buy(person, "monthly");
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  const alert = await raiseAlert(person.userId);
  await settle();
  const before = await stats();
  await injectFault({ service: "dynamodb", mode: "refuse", function: "insights/project" });
  try {
    await ask("customers/suspendUser", { userId: person.userId, suspended: true });
    expect(await refresh("user", person.userId)).toMatchObject({
      users: [{ id: person.userId, is_suspended: true }],
      keys: [{ license_key: maskKey(licenseKey), is_active: true, code: "SUSPENDED" }],
      alerts: [{ id: alert }],
      gone: [],
    });
    const { body } = await ask("licenses/searchKeys", { search: licenseKey });
    expect(body.keys).toMatchObject([{ license_key: maskKey(licenseKey), code: "SUSPENDED" }]);
    expect(await stats()).toMatchObject({
      active_subscriptions: before.active_subscriptions,
      active_seats: Number(before.active_seats) - 1,
      suspended_users: Number(before.suspended_users) + 1,
    });
    await ask("security/resolveAlert", { id: alert });
    expect(await refresh("alert", alert)).toMatchObject({ alerts: [{ id: alert, resolved: true }] });
    expect(await refresh("key", "nothing")).toMatchObject({
      keys: [],
      gone: [{ kind: "key", id: "nothing" }],
    });
    const page = await ask("customers/getCustomer", { userId: person.userId });
    expect(page.body.keys).toMatchObject([{ license_key: maskKey(licenseKey), code: "SUSPENDED" }]);
  } finally {
    await clearFaults();
    await settle();
  }
});

test("an account that is being deleted is no longer listed, and an operator cannot change its key", async () => {
  const person = await signUpPerson();
  const { licenseKey } = await buy(person, "lifetime");
  await settle();
  await injectFault({ service: "dynamodb", mode: "refuse", function: "customers/eraseAccount" });
  const { status } = await ask("customers/deleteCustomer", { userId: person.userId, email: person.email });
  expect(status).toBe(200);
  expect(await refresh("user", person.userId)).toMatchObject({
    users: [],
    keys: [{ license_key: maskKey(licenseKey), user_email: null }],
    gone: [{ kind: "user", id: person.userId }],
  });
  const refused = { status: 409, body: { code: "CONFLICT" } };
  expect(await ask("licenses/revokeKey", { keyId: licenseKey })).toMatchObject(refused);
  await clearFaults();
  await settle();
  expect(await ask("licenses/reactivateKey", { keyId: licenseKey })).toMatchObject(refused);
});

test("'Sync with Stripe' applies a purchase whose webhook never arrived, and applies it once", async () => {
  const person = await signUpPerson();
  expect((await ask("reconciliation/syncCustomer", { userId: person.userId })).status).toBe(409);
  expect((await ask("reconciliation/syncCustomer", { userId: "nobody" })).status).toBe(404);
  await setDelivery("paused");
  try {
    await payCheckout(String((await openCheckout(person, "monthly")).body.sessionId));
    expect(await codesOf(person)).toEqual([]);
    const synced = () => ask("reconciliation/syncCustomer", { userId: person.userId });
    expect((await synced()).body).toEqual({ applied: 1 });
    expect(await codesOf(person)).toEqual(["VALID"]);
    expect((await synced()).body).toEqual({ applied: 0 });
    await payCheckout(String((await openCheckout(person, "lifetime")).body.sessionId));
    expect((await synced()).body).toEqual({ applied: 1 });
    expect(await codesOf(person)).toContain("VALID");
    const results = (await auditedOf(ask, person.userId, "reconciliation/syncCustomer")).filter(
      ({ note }) => note,
    );
    expect(results.map(({ after }) => after)).toEqual([
      { applied: [expect.any(String)] },
      { applied: [] },
      { applied: [expect.any(String)] },
    ]);
  } finally {
    await setDelivery("normal");
    await settle();
  }
});

test("the operator sees at once that a customer holds a unit of the offer, and later that the customer has bought it", async () => {
  const units = async () => (await ask("promotions/getUnits", {})).body as unknown as Record<string, number>;
  const before = await units();
  const person = await signUpPerson();
  const { body } = await openCheckout(person, "lifetime");
  expect(await units()).toEqual({ ...before, held: Number(before.held) + 1 });
  await payCheckout(String(body.sessionId));
  await settle();
  expect(await units()).toEqual({ ...before, sold: Number(before.sold) + 1 });
});
