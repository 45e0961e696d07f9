import { expect, test } from "vitest";
import { PRIVACY_VERSION, TERMS_VERSION } from "#shared/legal.ts";
import { call } from "../support/api.ts";
import { newEmail, PASSWORD, signInOperator, signInPerson, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const ACCEPTED = { terms: TERMS_VERSION, privacy: PRIVACY_VERSION };

/** Signs up as the site's page does. */
async function signUpAccepting(email: string): Promise<void> {
  const response = await fetch(stack().cognito.endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.SignUp",
    },
    body: JSON.stringify({
      ClientId: stack().cognito.clientId,
      Username: email,
      Password: PASSWORD,
      UserAttributes: [{ Name: "email", Value: email }],
      ClientMetadata: ACCEPTED,
    }),
  });
  expect(response.status, await response.text()).toBe(200);
}

test("the operator and the export show the accepted version of the terms", async () => {
  const email = newEmail("accepting");
  const before = new Date().toISOString();
  await signUpAccepting(email);
  const person = await signInPerson(email);
  const exported = await call("customers/exportData", {}, { token: person.accessToken });
  const { agreement } = exported.body.account as { agreement: { at: string } };
  expect(agreement).toEqual({ ...ACCEPTED, at: expect.any(String) });
  expect(agreement.at > before).toBe(true);
  const operator = await signInOperator();
  const { body } = await call(
    "customers/getCustomer",
    { userId: person.userId },
    { token: operator.accessToken },
  );
  expect(body.account).toMatchObject({ agreement });
});

test("a sign-up that names no version records none", async () => {
  const person = await signUpPerson();
  const { body } = await call("customers/exportData", {}, { token: person.accessToken });
  expect(body.account).toMatchObject({ agreement: null });
});
