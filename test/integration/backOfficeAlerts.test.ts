import { beforeAll, expect, test } from "vitest";
import { listAlerts } from "#shared/security/operator.ts";
import { raiseAlert } from "../support/alerts.ts";
import { settle } from "../support/control.ts";
import { callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";

let operator: Person;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
});

test("an operator lists an alert and resolves it once, with a note", async () => {
  const person = await signUpPerson();
  const id = await raiseAlert(person.userId);
  const list = async (status: "open" | "resolved" | "all") =>
    listAlerts.output
      .parse((await ask("security/listAlerts", { status })).body)
      .rows.filter(({ user_id }) => user_id === person.userId);
  expect(await list("open")).toMatchObject([{ id, user_email: person.email, resolved: false }]);
  const resolve = () => ask("security/resolveAlert", { id, note: "Spoke to them" });
  expect((await resolve()).body.alert).toMatchObject({ resolved: true, resolved_by: operator.email });
  expect((await resolve()).status).toBe(409);
  await settle();
  expect(await list("open")).toEqual([]);
  expect(await list("resolved")).toMatchObject([{ id, note: "Spoke to them" }]);
  expect(await list("all")).toHaveLength(1);
  expect((await ask("security/resolveAlert", { id: "none" })).status).toBe(404);
});
