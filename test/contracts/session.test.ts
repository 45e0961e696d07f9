import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { signUpPerson } from "../support/people.ts";
import { deleteRow, rowsOf } from "../support/rows.ts";

const accountOf = async (userId: string) =>
  (await rowsOf("Users")).find((row) => row.pk === userId && row.sk === "account");

test("an account without its row gets a new row at the next sign-in", async () => {
  const person = await signUpPerson();
  await deleteRow("Users", { pk: person.userId, sk: "account" });
  const as = { token: person.accessToken };
  expect(await call("licenses/listSeats", {}, as)).toMatchObject({
    status: 401,
    body: { code: "AUTH_ERROR" },
  });

  const { status, body } = await call("customers/startSession", {}, as);
  expect(status).toBe(200);
  expect(body.account).toMatchObject({ id: person.userId, email: person.email });
  expect(await accountOf(person.userId)).toMatchObject({ email: person.email, suspended: false });
  expect((await call("licenses/listSeats", {}, as)).status).toBe(200);
});

test("a sign-in is recorded with its time and country", async () => {
  const person = await signUpPerson();
  await call("customers/startSession", {}, { token: person.accessToken });
  expect(await accountOf(person.userId)).toMatchObject({
    lastSignInAt: expect.any(String),
    lastSignInCountry: expect.stringMatching(/^[A-Z]{2}$/),
  });
});
