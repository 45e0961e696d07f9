import { expect, it } from "vitest";
import { SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import { BRAND } from "#shared/brand.ts";
import { everything, synthesize, text } from "./synthesized.ts";

const templates = synthesize();
const resources = everything(templates);
type Statement = { Sid: string; Action: string[]; Resource: unknown[] };

it("the API sends every method below /scripts to the function that checks API keys", () => {
  expect(resources.ScriptsRoute?.Properties).toMatchObject({
    RouteKey: "ANY /scripts/{path+}",
    AuthorizationType: "NONE",
  });
  expect(text(resources.ScriptsPermission?.Properties.SourceArn)).toMatch(/\/backend\/\*\/scripts\/\*$/);
});

it("the function that checks API keys can invoke exactly the functions that keys may call, under a policy within IAM's size limit", () => {
  const [policy] = resources.ApiKeysCallRole?.Properties.Policies ?? [];
  const statements: Statement[] = policy.PolicyDocument.Statement;
  const calls = statements.find(({ Sid }) => Sid === "Calls");
  expect(calls?.Action).toEqual(["lambda:InvokeFunction"]);
  const names = (calls?.Resource ?? []).map((resource) => text(resource).split(":function:")[1]);
  expect(names.sort()).toEqual(
    SCRIPT_ROUTES.map(({ id }) => `${BRAND.slug}-dev-${id.replace("/", "-")}`).sort(),
  );
  // IAM does not count spaces. The test uses the stage with the longest name, and a long region.
  const longest = everything(synthesize({ stage: "staging" })).ApiKeysCallRole?.Properties.Policies[0];
  const resolved = JSON.stringify(longest.PolicyDocument, (_key, value) =>
    typeof value === "object" && value !== null && "Fn::Join" in value ? text(value) : value,
  )
    .replaceAll(text({ Ref: "AWS::Partition" }), "aws")
    .replaceAll(text({ Ref: "AWS::Region" }), "ap-southeast-4")
    .replaceAll(text({ Ref: "AWS::AccountId" }), "123456789012");
  expect(resolved).toContain("arn:aws:lambda:ap-southeast-4:123456789012:function:");
  expect(resolved.length).toBeLessThan(10_240);
});
