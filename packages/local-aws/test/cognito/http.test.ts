import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DescribeUserPoolCommand } from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import { cognitoFor, type TestCognito } from "./support.ts";

const post = (cognito: TestCognito, operation: string, body: string, headers: Record<string, string> = {}) =>
  fetch(cognito.endpoint, {
    method: "POST",
    body,
    headers: { "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`, ...headers },
  });

describe("the HTTP endpoint", () => {
  test("accepts browsers from any origin", async () => {
    const cognito = await cognitoFor();
    const preflight = await fetch(cognito.endpoint, {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:3000",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-amz-target,x-amz-user-agent",
      },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-amz-target");
    const refusal = await post(cognito, "InitiateAuth", "{}");
    expect(refusal.headers.get("access-control-allow-origin")).toBe("*");
    expect(refusal.headers.get("x-amzn-errortype")).toBe("InvalidParameterException:");
  });

  test("refuses operators' calls without a signature", async () => {
    const cognito = await cognitoFor();
    for (const operation of ["AdminGetUser", "AdminSetUserPassword", "AdminDeleteUser", "ListUsers"]) {
      const answer = await post(cognito, operation, JSON.stringify({ ...cognito.admin, Username: "x" }));
      expect(await answer.json()).toMatchObject({ __type: "MissingAuthenticationTokenException" });
    }
  });

  test.each([
    ["malformed JSON", "SignUp", "{", "SerializationException"],
    ["an array", "SignUp", "[]", "InvalidParameterException"],
    ["wrong types", "SignUp", '{"ClientId":1}', "InvalidParameterException"],
    ["the name of an inherited property", "constructor", "{}", "UnknownOperationException"],
  ])("answers %s with a refusal, never a 500", async (_what, operation, body, type) => {
    const answer = await post(await cognitoFor(), operation, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ __type: type });
  });

  test("refuses a body over a megabyte", async () => {
    const answer = await post(
      await cognitoFor(),
      "SignUp",
      JSON.stringify({ Password: "x".repeat(1024 * 1024) }),
    );
    expect(answer.status).toBe(413);
  });

  test("names an unsupported operation", async () => {
    const cognito = await cognitoFor();
    await expect(cognito.sdk.send(new DescribeUserPoolCommand(cognito.admin))).rejects.toMatchObject({
      name: "UnknownOperationException",
      message: "The local Cognito does not support DescribeUserPool.",
    });
  });

  test("publishes the public keys under the issuer's address", async () => {
    const cognito = await cognitoFor();
    const jwks = await (
      await fetch(`${cognito.endpoint}/${cognito.userPoolId}/.well-known/jwks.json`)
    ).json();
    expect(jwks).toEqual(await cognito.jwks());
    expect(jwks.keys).toHaveLength(2);
    for (const key of jwks.keys)
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });
});

describe("ids", () => {
  test("look like Amazon's and depend only on the logical names", async () => {
    const first = await cognitoFor();
    const second = await cognitoFor();
    const other = await cognitoFor({ pool: { logicalId: "OtherPool" } });
    expect(first.userPoolId).toMatch(/^eu-central-1_[A-Za-z0-9]{9}$/);
    expect(first.clientId).toMatch(/^[a-z0-9]{26}$/);
    expect([second.userPoolId, second.clientId]).toEqual([first.userPoolId, first.clientId]);
    expect(other.userPoolId).not.toBe(first.userPoolId);
    expect(first.issuer).toBe(`https://cognito-idp.eu-central-1.amazonaws.com/${first.userPoolId}`);
  });
});

test("the files of a pool are readable only by their owner", async () => {
  const cognito = await cognitoFor({ ownKeys: true });
  const directory = join(cognito.dataDir, cognito.userPoolId);
  const files = readdirSync(directory);
  expect(files.sort()).toEqual(["keys.json", "sessions.jsonl", "users.jsonl"]);
  for (const file of files) expect(statSync(join(directory, file)).mode & 0o077).toBe(0);
});

test("each data directory has its own keys", async () => {
  const first = await (await cognitoFor({ ownKeys: true })).jwks();
  const second = await (await cognitoFor({ ownKeys: true })).jwks();
  expect(first.keys[0]?.n).not.toBe(second.keys[0]?.n);
});
