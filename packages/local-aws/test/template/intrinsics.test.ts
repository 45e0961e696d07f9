import { describe, expect, it } from "vitest";
import { resolved, stack } from "./app.ts";

/** Turns `<Table>` into CloudFormation's form, which the linter would take for a mistake. */
const sub = (text: string) => text.replaceAll("<", "${").replaceAll(">", "}");

describe("an intrinsic function", () => {
  it("refers to pseudo parameters", () => {
    expect(
      resolved({ "Fn::Sub": sub("<AWS::Region>/<AWS::AccountId>/<AWS::Partition>/<AWS::StackName>") }),
    ).toBe("eu-west-1/111122223333/aws/shop");
  });

  it("refers to resources and their attributes", () => {
    expect(resolved({ Ref: "Table" })).toBe("shop-dev-user-notes");
    expect(resolved({ "Fn::GetAtt": ["Table", "Arn"] })).toBe(
      "arn:aws:dynamodb:eu-west-1:111122223333:table/shop-dev-user-notes",
    );
    expect(resolved({ "Fn::GetAtt": "Table.Arn" })).toContain(":table/");
  });

  it("joins, selects and splits, also nested", () => {
    expect(
      resolved({
        "Fn::Select": [1, { "Fn::Split": ["-", { "Fn::Join": ["-", ["a", { Ref: "AWS::Region" }]] }] }],
      }),
    ).toBe("eu");
  });

  it("substitutes variables and attributes, but not escaped text", () => {
    expect(resolved({ "Fn::Sub": [sub("<Given>:<Table>:<Table.Arn>:<!Literal>"), { Given: "x" }] })).toBe(
      sub(
        "x:shop-dev-user-notes:arn:aws:dynamodb:eu-west-1:111122223333:table/shop-dev-user-notes:<Literal>",
      ),
    );
  });

  it("imports another stack's export", () => {
    const other = stack(
      "other",
      {},
      { Outputs: { Out: { Value: { Ref: "AWS::StackName" }, Export: { Name: "other:name" } } } },
    );
    expect(resolved({ "Fn::ImportValue": "other:name" }, {}, {}, [other])).toBe("other");
  });

  it("chooses by conditions and omits AWS::NoValue", () => {
    const conditions = {
      Conditions: {
        IsEurope: { "Fn::Equals": [{ Ref: "AWS::Region" }, "eu-west-1"] },
        Never: { "Fn::And": [{ "Fn::Not": [{ Condition: "IsEurope" }] }, { Condition: "IsEurope" }] },
        Any: { "Fn::Or": [{ Condition: "Never" }, { Condition: "IsEurope" }] },
      },
    };
    expect(resolved({ "Fn::If": ["IsEurope", "yes", "no"] }, {}, conditions)).toBe("yes");
    expect(resolved({ "Fn::If": ["Never", "yes", "no"] }, {}, conditions)).toBe("no");
    expect(resolved({ "Fn::If": ["Any", "yes", "no"] }, {}, conditions)).toBe("yes");
    expect(resolved({ "Fn::If": ["Never", "yes", { Ref: "AWS::NoValue" }] }, {}, conditions)).toBeUndefined();
  });

  it("reads SSM parameters from a stack and from the options", () => {
    const parameters = {
      Parameters: {
        Made: { Type: "AWS::SSM::Parameter::Value<String>", Default: "/shop/made" },
        Given: { Type: "AWS::SSM::Parameter::Value<String>", Default: "/shop/price" },
      },
    };
    const made = {
      Made2: { Type: "AWS::SSM::Parameter", Properties: { Name: "/shop/made", Value: { Ref: "Table" } } },
    };
    expect(resolved({ Ref: "Made" }, made, parameters)).toBe("shop-dev-user-notes");
    expect(resolved({ Ref: "Given" }, made, parameters)).toBe("price_1");
    expect(() => resolved({ Ref: "Made" }, {}, parameters)).toThrow(/shop › Function.*\/shop\/made/);
  });

  it("resolves secrets by name, ARN and field, always in the newest version", () => {
    expect(resolved("a {{resolve:secretsmanager:shop/origin}} b")).toBe("a hidden b");
    expect(resolved("{{resolve:secretsmanager:shop/json:SecretString:key}}")).toBe("inner");
    const arn = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:shop/json-AbCdEf";
    expect(resolved(`{{resolve:secretsmanager:${arn}:SecretString:key::}}`)).toBe("inner");
    const versioned = ["{{resolve:secretsmanager:shop/origin:SecretString:::", { Ref: "AWS::Region" }, "}}"];
    expect(resolved({ "Fn::Join": ["", versioned] })).toBe("hidden");
    expect(() => resolved("{{resolve:secretsmanager:nobody}}")).toThrow(
      "the secret nobody has no local value",
    );
  });

  it("replaces the distribution's address with the local one", () => {
    expect(
      resolved({ "Fn::Join": ["", ["https://", { "Fn::GetAtt": ["Distribution", "DomainName"] }, "/x"]] }),
    ).toBe("http://localhost:4400/x");
  });

  it.each([
    ["an unknown function", { "Fn::Cidr": [] }, "cannot resolve Fn::Cidr"],
    ["a missing resource", { Ref: "Nobody" }, "Nobody is not in the template"],
    [
      "an unknown attribute",
      { "Fn::GetAtt": ["Table", "Color"] },
      "no attribute Color of AWS::DynamoDB::Table",
    ],
    ["an export that no stack makes", { "Fn::ImportValue": "x" }, "no stack exports x"],
    ["a selection beyond the end", { "Fn::Select": [3, ["a"]] }, "finds no item 3"],
  ])("fails with an error that names stack, resource and property: %s", (_what, value, problem) => {
    expect(() => resolved(value)).toThrow(problem);
    expect(() => resolved(value)).toThrow("shop › Function › Environment.Variables.VALUE");
  });
});
