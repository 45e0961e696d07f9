import { expect, test } from "vitest";
import { startSession } from "#shared/customers/session.ts";
import { call } from "../support/api.ts";
import { coolDown, invocations } from "../support/control.ts";
import { signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

test("a function that a page has warmed is ready for its call, and warming calls no service", async () => {
  const id = "customers/startSession";
  const { accessToken } = await signUpPerson();
  await coolDown();
  const { status } = await fetch(`${stack().apiUrl}${startSession.path}`, { method: "OPTIONS" });
  expect(status).toBe(204);
  expect((await call(id, {}, { token: accessToken })).status).toBe(200);
  const [start, used] = (await invocations(id)).slice(-2);
  expect(start).toMatchObject({ cold: true, calls: [] });
  expect(used).toMatchObject({ cold: false });
});
