import { createPublicKey, verify } from "node:crypto";
import { DescribeKeyCommand } from "@aws-sdk/client-kms";
import { expect, onTestFinished, test } from "vitest";
import { connectAws } from "../../scripts/aws/aws.ts";
import { startGaps } from "../../scripts/judge/newcomer/gaps.ts";
import { startCloud, xml } from "../infra/cloud.ts";

const JOIN = {
  "Fn::Join": ["", ["{{resolve:secretsmanager:shop/dev/origin:SecretString:::", { Ref: "Sent" }, "}}"]],
};
const PARAMETERS = {
  Sent: { Type: "AWS::SSM::Parameter::Value<String>", Default: "/shop/dev/sent" },
  Plain: { Type: "String" },
};

/** Sends a change set through the proxy to a fake cloud. @returns the parameters that arrive there */
async function arriving(template: object, parameters: Record<string, string> = {}): Promise<URLSearchParams> {
  let arrived = "";
  const cloud = await startCloud(
    { "/shop/dev/sent": "version-7", "shop/dev/origin": "the secret" },
    undefined,
    ({ operation, body }) => {
      if (operation !== "CreateChangeSet") return undefined;
      arrived = body;
      return xml("<CreateChangeSetResponse/>");
    },
  );
  const gaps = await startGaps(() => cloud.endpoint);
  onTestFinished(async () => {
    await gaps.close();
    await cloud.close();
  });
  const body = new URLSearchParams({
    Action: "CreateChangeSet",
    TemplateBody: JSON.stringify(template),
    ...parameters,
  });
  const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  await fetch(gaps.url, { method: "POST", headers, body: String(body) });
  return new URLSearchParams(arrived);
}

const givenFor = (form: URLSearchParams, key: string): string | null => {
  const [name] = [...form].find(([, value]) => value === key) ?? [""];
  return form.get(name.replace("ParameterKey", "ParameterValue"));
};

test("a reference to the Parameter Store arrives as the parameter's value", async () => {
  const form = await arriving(
    { Parameters: PARAMETERS, Resources: {} },
    {
      "Parameters.member.1.ParameterKey": "Plain",
      "Parameters.member.1.ParameterValue": "given",
    },
  );
  expect([givenFor(form, "Sent"), givenFor(form, "Plain")]).toEqual(["version-7", "given"]);
});

test("a value from an earlier deployment is looked up again", async () => {
  const form = await arriving(
    { Parameters: PARAMETERS, Resources: {} },
    { "Parameters.member.1.ParameterKey": "Sent", "Parameters.member.1.UsePreviousValue": "true" },
  );
  expect(givenFor(form, "Sent")).toBe("version-7");
  expect([...form.keys()].filter((name) => name.endsWith("UsePreviousValue"))).toEqual([]);
});

test("a reference to a secret arrives as the secret's value, and everything else arrives unchanged", async () => {
  const resources = { A: { Type: "X", Properties: { Key: JOIN, Other: [{ Ref: "Sent" }, 7, true] } } };
  const form = await arriving({ Parameters: PARAMETERS, Resources: resources });
  expect(JSON.parse(form.get("TemplateBody") ?? "").Resources).toEqual({
    A: { Type: "X", Properties: { Key: "the secret", Other: [{ Ref: "Sent" }, 7, true] } },
  });
});

test("the proxy creates, uses and deletes an Ed25519 key of KMS, which the fake cloud lacks", async () => {
  const cloud = await startCloud({});
  const gaps = await startGaps(() => cloud.endpoint);
  onTestFinished(async () => {
    await gaps.close();
    await cloud.close();
  });
  const aws = await connectAws({
    endpoint: gaps.url,
    region: "eu-west-1",
    credentials: { accessKeyId: "AKIATEST", secretAccessKey: "of-this-test" },
  });
  const { arn, x } = await aws.makeSigningKey("leases");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  expect(verify(null, Buffer.from("lease"), key, await aws.sign(arn, "lease"))).toBe(true);
  await aws.retireKey(arn, 30);
  const client = aws.clients().kms();
  const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: arn }));
  expect(KeyMetadata?.KeyState).toBe("PendingDeletion");
  expect(cloud.calls.filter((call) => call.includes(" kms "))).toEqual([]);
});
