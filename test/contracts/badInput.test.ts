import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { call, send } from "../support/api.ts";
import { type Person, signInOperator, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { computer, openCheckout, priceOf } from "../support/shop.ts";

let person: Person;
let operator: Person;
beforeAll(async () => {
  person = await signUpPerson();
  operator = await signInOperator();
});

// Sends wrong input to a sample of endpoints over the wire. test/functions/http/everyInput.test.ts has every endpoint.

/** An endpoint for customers, one for operators and one for computers. */
const SAMPLE = ["accounts/changeName", "customers/suspendUser", "licenses/activate"] as const;

describe.each(SAMPLE)("%s", (id) => {
  const contract: Endpoint = ENDPOINTS[id];
  const post = (body: string, type = "application/json") => {
    const token = (contract.audience === "operator" ? operator : person).accessToken;
    return send(contract, body, { token, headers: { "content-type": type } });
  };

  test.each(["text/plain", "application/x-www-form-urlencoded", ""])(
    "answers 415 to JSON with the content type %j",
    async (type) => {
      expect(await post("{}", type)).toMatchObject({
        status: 415,
        body: { code: "UNSUPPORTED_MEDIA_TYPE", field: "content-type" },
      });
    },
  );

  test.each([
    ["broken JSON", "{"],
    ["a list", "[]"],
  ])("answers 400 to %s and names the body", async (_name, body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION_ERROR",
        field: "body",
        error: expect.any(String),
        requestId: expect.any(String),
      },
    });
  });

  test.each([
    ["__proto__", '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'],
    ["deep nesting", `{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ])("answers 400 to %s", async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });
});

test.each([
  ["300 kB", 300 * 1024],
  ["10 MB", 10 * 1024 * 1024],
])("a body of %s is answered with 413", async (_name, size) => {
  const body = JSON.stringify({ filler: "x".repeat(size) });
  const token = person.accessToken;
  expect((await send(ENDPOINTS["accounts/changeName"], body, { token })).status).toBe(413);
});

describe("starting a checkout", () => {
  const start = async (change: Record<string, unknown>) =>
    send(
      ENDPOINTS["checkout/startCheckout"],
      JSON.stringify({
        price_id: await priceOf("monthly"),
        mode: "subscription",
        success_url: `${stack().siteUrl}/success`,
        cancel_url: `${stack().siteUrl}/dashboard`,
        ...change,
      }),
      { token: person.accessToken },
    );

  test.each<[string, Record<string, unknown>, string, string]>([
    ["no price", { price_id: "" }, "price_id", "Valid price ID is required"],
    [
      "a price that is not in the catalog",
      { price_id: "price_else" },
      "price_id",
      "Valid price ID is required",
    ],
    ["an unknown mode", { mode: "gift" }, "mode", 'Mode must be either "payment" or "subscription"'],
    ["the other product's mode", { mode: "payment" }, "mode", 'Mode must be "subscription" for this price'],
    ["another site's success page", { success_url: "https://evil.example/success" }, "success_url", ""],
    ["another site's cancel page", { cancel_url: "https://evil.example/" }, "cancel_url", ""],
    ["a script", { success_url: "javascript:alert(1)" }, "success_url", ""],
    ["an origin that only begins like ours", { success_url: "SITE.evil.example/success" }, "success_url", ""],
    ["a name in front of our host", { success_url: "NAME" }, "success_url", ""],
  ])("with %s is a 400", async (_name, change, field, message) => {
    const { host } = new URL(stack().siteUrl);
    const { success_url } = change;
    if (success_url === "SITE.evil.example/success")
      change.success_url = `${stack().siteUrl}.evil.example/success`;
    if (success_url === "NAME") change.success_url = `http://name:word@${host}/success`;
    const answer = await start(change);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", field } });
    if (message !== "") expect(answer.body.error).toBe(message);
  });

  test("with correct input returns the URL of a Stripe page", async () => {
    const { status, body } = await openCheckout(person, "monthly");
    expect(status).toBe(200);
    expect(String(body.url)).toContain(stack().stripe.apiUrl);
  });
});

describe("a computer's input", () => {
  const KEY = "00000-00000-00000-00000-00000";
  const activate = (change: Record<string, unknown>) =>
    send(ENDPOINTS["licenses/activate"], JSON.stringify({ licenseKey: KEY, ...computer("desk"), ...change }));

  test.each<[string, Record<string, unknown>, string]>([
    ["no key", { licenseKey: undefined }, "licenseKey"],
    ["a name of 10 kB", { computerName: "x".repeat(10_240) }, "computerName"],
    ["a name with control characters", { computerName: "desk\u0000\u001b[31m" }, "computerName"],
    ["a short fingerprint", { fingerprint: "short" }, "fingerprint"],
    ["a fingerprint with markup", { fingerprint: "<script>alert(1)</script>" }, "fingerprint"],
    ["no system", { os: "" }, "os"],
  ])("with %s is a 400 that names the field", async (_name, change, field) => {
    expect(await activate(change)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field, serverTime: expect.any(String) },
    });
  });

  test("a mistyped key and an unknown key get different answers", async () => {
    expect((await activate({ licenseKey: KEY.replace(/0$/, "1") })).body.code).toBe("INVALID_KEY");
    expect((await activate({})).body.code).toBe("NOT_FOUND");
    const { fingerprint } = computer("desk");
    expect((await call("licenses/validate", { licenseKey: "nonsense", fingerprint })).body).toMatchObject({
      valid: false,
      code: "INVALID_KEY",
    });
    expect((await call("licenses/validate", { licenseKey: KEY, fingerprint })).body).toMatchObject({
      valid: false,
      code: "NOT_FOUND",
    });
  });
});

const written = (position: Record<string, string>) =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

test.each<[string, () => string]>([
  ["that is not base64", () => "not-base64!"],
  ["without a position", () => "e30"],
  [
    "that the caller made up",
    () => written({ pk: "x", sk: "license", userId: person.userId, assignedAt: "y" }),
  ],
])("a cursor %s is a 404", async (_name, cursor) => {
  const answer = await call("licenses/listSeats", { cursor: cursor() }, { token: person.accessToken });
  expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND", field: "cursor" } });
});
