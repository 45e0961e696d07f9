import { expect, it } from "vitest";
import { judge, unusedGrants } from "../../src/aws/unused.ts";
import { usageRecorder } from "../../src/aws/usage.ts";
import { allow, fn, stackModel } from "./testStack.ts";

const table = "arn:aws:dynamodb:r:1:table/seats";

it("unused grants are listed by action and resource", () => {
  const model = stackModel({
    functions: [
      fn("licenses/activate", [
        allow(["dynamodb:GetItem", "dynamodb:UpdateItem"], table),
        allow("secretsmanager:GetSecretValue", "arn:secret-??????"),
        allow(["logs:PutLogEvents", "xray:PutTraceSegments"], "*"),
      ]),
      fn("licenses/validate", [allow("dynamodb:GetItem", table)]),
    ],
  });
  const usage = usageRecorder();
  usage.note("licenses/activate", "dynamodb:GetItem", table);
  usage.note("licenses/activate", "dynamodb:UpdateItem", `${table}-other`);
  usage.note("licenses/activate", "secretsmanager:GetSecretValue", "arn:secret-AbCdEf");
  expect(unusedGrants(model, usage.read())).toEqual([
    { functionId: "licenses/activate", action: "dynamodb:UpdateItem", resource: table },
    { functionId: "licenses/validate", action: "dynamodb:GetItem", resource: table },
  ]);
});

it("accepted unused grants are left out, and stale acceptances are reported", () => {
  const grant = (action: string) => ({ functionId: "licenses/activate", action, resource: table });
  const accepted = [
    { ...grant("dynamodb:Update*"), resource: "*", reason: "only after a year" },
    { ...grant("dynamodb:DeleteItem"), reason: "forgotten" },
  ];
  const { left, stale } = judge([grant("dynamodb:GetItem"), grant("dynamodb:UpdateItem")], accepted);
  expect(left).toEqual([grant("dynamodb:GetItem")]);
  expect(stale.map((one) => one.reason)).toEqual(["forgotten"]);
});
