import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allow, clientConfig, fn, signedCall, stackModel, startTestAws, type TestAws } from "./testStack.ts";

const identity = "arn:aws:ses:eu-central-1:000000000000:identity";
const pool = "arn:aws:cognito-idp:eu-central-1:000000000000:userpool/eu-central-1_Abcdefghi";
const secret = {
  logicalId: "S",
  name: "shop/test/keys",
  arn: "arn:aws:secretsmanager:eu-central-1:000000000000:secret:shop/test/keys-AbC123",
};
const model = stackModel({
  secrets: [secret],
  functions: [
    fn("mail/send", [allow("ses:SendEmail", `${identity}/example.com`)]),
    fn("mail/scoped", [
      allow("ses:SendEmail", `${identity}/example.com`, {
        StringEquals: { "ses:FromAddress": ["a@example.com"] },
      }),
    ]),
    fn("mail/anyone", [
      allow("ses:SendEmail", `${identity}/*`, { StringEquals: { "ses:FromAddress": ["a@example.com"] } }),
    ]),
    fn("accounts/session", [allow("cognito-idp:AdminGetUser", pool)]),
    fn("billing/keys", [
      allow(["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"], secret.arn),
    ]),
    fn("billing/parameters", [
      allow("ssm:GetParameter", "arn:aws:ssm:eu-central-1:000000000000:parameter/shop/*"),
    ]),
  ],
});

let aws: TestAws;
const seen: { url: string; body: string }[] = [];
const handler = (body: object) => async (request: Request) => {
  seen.push({ url: new URL(request.url).pathname, body: await request.text() });
  return Response.json(body, { headers: { "content-type": "application/x-amz-json-1.1" } });
};

beforeAll(async () => {
  aws = await startTestAws(model, {
    parameters: () => ({ "/shop/test/site-url": "http://localhost" }),
    handlers: { ses: handler({ MessageId: "m1" }), cognito: handler({ Username: "u1" }) },
  });
});
afterAll(() => aws.stop());

describe("SES", () => {
  const send = (functionId: string, FromEmailAddress: string, to = "x@example.com") =>
    new SESv2Client(clientConfig(aws.endpoint, functionId)).send(
      new SendEmailCommand({
        FromEmailAddress,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: "s" }, Body: { Text: { Data: "t" } } } },
      }),
    );

  it("sends from any address of an identity that the role names", async () => {
    await expect(send("mail/send", "Shopkeeper <hello@mail.example.com>")).resolves.toMatchObject({
      MessageId: "m1",
    });
    expect(seen.at(-1)?.url).toBe("/v2/email/outbound-emails");
    await expect(send("mail/scoped", "a@example.com")).resolves.toBeDefined();
  });

  it("also requires permission for the recipient's identity, as in a new account's sandbox", async () => {
    const elsewhere = "someone@example.org";
    await expect(send("mail/scoped", "a@example.com", elsewhere)).rejects.toThrow(
      /ses:SendEmail on resource: \S+identity\/someone@example\.org/,
    );
    await expect(send("mail/anyone", "A <a@example.com>", elsewhere)).resolves.toBeDefined();
    await expect(send("mail/anyone", "b@example.com", elsewhere)).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
  });

  it("refuses other identities, and addresses that a condition excludes", async () => {
    await expect(send("mail/send", "x@example.org")).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringContaining("ses:SendEmail on resource: arn:aws:ses"),
    });
    await expect(send("mail/scoped", "b@example.com")).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
  });
});

describe("Cognito", () => {
  const client = (functionId: string) =>
    new CognitoIdentityProviderClient(clientConfig(aws.endpoint, functionId));

  it("requires permission on the pool for signed calls", async () => {
    const UserPoolId = "eu-central-1_Abcdefghi";
    const call = new AdminGetUserCommand({ UserPoolId, Username: "u1" });
    await expect(client("accounts/session").send(call)).resolves.toMatchObject({ Username: "u1" });
    await expect(client("mail/send").send(call)).rejects.toThrow(
      /cognito-idp:AdminGetUser on resource: \S+userpool/,
    );
    const other = new AdminGetUserCommand({ UserPoolId: "eu-central-1_Other0000", Username: "u1" });
    await expect(client("accounts/session").send(other)).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
  });

  it("requires no permission for calls without a signature", async () => {
    const call = new SignUpCommand({ ClientId: "c", Username: "u", Password: "p" });
    await expect(client("mail/send").send(call)).resolves.toBeDefined();
  });
});

describe("secrets and parameters", () => {
  it("a secret's previous value stays readable as AWSPREVIOUS", async () => {
    const client = new SecretsManagerClient(clientConfig(aws.endpoint, "billing/keys"));
    const SecretId = secret.name;
    await expect(client.send(new GetSecretValueCommand({ SecretId }))).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
    for (const SecretString of ["one", "two"])
      await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
    const read = async (VersionStage?: "AWSPREVIOUS") =>
      (await client.send(new GetSecretValueCommand({ SecretId, ...(VersionStage && { VersionStage }) })))
        .SecretString;
    expect([await read(), await read("AWSPREVIOUS")]).toEqual(["two", "one"]);
    expect(JSON.parse(readFileSync(join(aws.dataDir, "secrets.json"), "utf8"))).toHaveProperty([secret.name]);
  });

  it("a function reads a parameter if its role allows it", async () => {
    const read = (functionId: string) =>
      signedCall(aws.endpoint, functionId, "ssm", "/", {
        method: "POST",
        target: "AmazonSSM.GetParameter",
        body: JSON.stringify({ Name: "/shop/test/site-url" }),
      });
    expect((await read("billing/parameters")).body.Parameter.Value).toBe("http://localhost");
    expect((await read("billing/keys")).body.__type).toBe("AccessDeniedException");
  });
});

it("answers carry the stack's time, so SDKs do not correct their clocks", async () => {
  const moved = await startTestAws(model, { now: () => new Date("2031-05-01T12:00:00Z") });
  const { headers } = await fetch(moved.endpoint, { method: "POST" });
  expect(headers.get("date")).toBe("Thu, 01 May 2031 12:00:00 GMT");
  await moved.stop();
});
