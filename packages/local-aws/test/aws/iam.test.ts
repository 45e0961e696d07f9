import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, UnknownCondition } from "../../src/aws/iam.ts";
import { matches } from "../../src/aws/wildcard.ts";
import type { PolicyStatement } from "../../src/template/model.ts";
import { runs } from "./runs.ts";

const statement = (more: Partial<PolicyStatement>): PolicyStatement => ({
  effect: "Allow",
  actions: ["*"],
  resources: ["*"],
  conditions: {},
  ...more,
});
const action = fc.constantFrom("dynamodb:GetItem", "dynamodb:PutItem", "sqs:SendMessage", "ses:SendEmail");
const resource = fc.constantFrom(
  "arn:aws:dynamodb:r:1:table/a",
  "arn:aws:dynamodb:r:1:table/a/index/b",
  "arn:aws:sqs:r:1:q",
);
const anyStatement = fc.record({
  effect: fc.constantFrom<"Allow" | "Deny">("Allow", "Deny"),
  actions: fc.array(
    fc.constantFrom("*", "dynamodb:*", "dynamodb:Get*", "sqs:SendMessage", "DynamoDB:putitem"),
    { minLength: 1 },
  ),
  resources: fc.array(
    fc.constantFrom("*", "arn:aws:dynamodb:*", "arn:aws:dynamodb:r:1:table/a", "arn:aws:sqs:r:?:q"),
    { minLength: 1 },
  ),
  conditions: fc.constant({}),
});

describe("IAM's decision", () => {
  it("refuses what nothing allows, and lets a Deny win", () => {
    const need = { action: "dynamodb:GetItem", resource: "arn:x" };
    const allowing = statement({ actions: ["dynamodb:GetItem"] });
    expect(decide([], need)).toBe("no statement allows it");
    expect(decide([allowing], need)).toBe("allowed");
    expect(decide([allowing, statement({ effect: "Deny" })], need)).toBe("explicitly denied");
  });

  it("does not depend on the order of statements", () => {
    fc.assert(
      fc.property(fc.array(anyStatement), action, resource, (statements, a, r) => {
        const need = { action: a, resource: r };
        expect(decide([...statements].reverse(), need)).toBe(decide(statements, need));
      }),
    );
  });

  it("can lose an allowance only by a Deny, and gain one only by an Allow", () => {
    fc.assert(
      fc.property(fc.array(anyStatement), anyStatement, action, resource, (statements, more, a, r) => {
        const need = { action: a, resource: r };
        const before = decide(statements, need);
        const after = decide([...statements, more], need);
        if (before === "allowed" && after !== "allowed") expect(more.effect).toBe("Deny");
        if (before !== "allowed" && after === "allowed") expect(more.effect).toBe("Allow");
        if (before === "explicitly denied") expect(after).toBe("explicitly denied");
      }),
    );
  });

  it("reads actions in any case, resources as they are", () => {
    const allowing = [statement({ actions: ["DYNAMODB:getitem"], resources: ["arn:Table"] })];
    expect(decide(allowing, { action: "dynamodb:GetItem", resource: "arn:Table" })).toBe("allowed");
    expect(decide(allowing, { action: "dynamodb:GetItem", resource: "arn:table" })).not.toBe("allowed");
  });
});

describe("wildcards", () => {
  /** The same by a regular expression, which is slow for many stars but easy to verify. */
  const slowly = (pattern: string, text: string) =>
    new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);

  it("match as the plain definition says", () => {
    const letters = fc.constantFrom("a", "b", "/", ":", "*", "?");
    const pattern = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(""));
    const text = fc
      .array(fc.constantFrom("a", "b", "/", ":"), { maxLength: 10 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, text, (p, t) => {
        expect(matches(p, t)).toBe(
          slowly(
            p.replace(/[ab/:]/g, (letter) => letter),
            t,
          ),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  it("take no exponential time", () => {
    const started = performance.now();
    expect(matches("a*".repeat(60), `${"a".repeat(5_000)}b`)).toBe(true);
    expect(matches(`${"a*".repeat(60)}c`, "a".repeat(5_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("conditions", () => {
  const holds = (operator: string, values: string[], asked?: string[]) =>
    decide([statement({ conditions: { [operator]: { "dynamodb:LeadingKeys": values } } })], {
      action: "a:b",
      resource: "r",
      ...(asked && { context: { "dynamodb:leadingkeys": asked } }),
    }) === "allowed";

  it.each([
    ["StringEquals", ["a", "b"], ["b"], true],
    ["StringEquals", ["a"], ["c"], false],
    ["StringEquals", ["a"], undefined, false],
    ["StringEqualsIfExists", ["a"], undefined, true],
    ["StringNotEquals", ["a"], ["b"], true],
    ["StringNotEquals", ["a", "b"], ["b"], false],
    ["StringNotEquals", ["a"], undefined, true],
    ["StringLike", ["user#*"], ["user#1"], true],
    ["StringLike", ["user#?"], ["user#12"], false],
    ["ForAllValues:StringEquals", ["a", "b"], ["a", "b"], true],
    ["ForAllValues:StringEquals", ["a"], ["a", "b"], false],
    ["ForAllValues:StringEquals", ["a"], undefined, true],
    ["ForAllValues:StringLike", ["user#*"], ["user#1", "order#1"], false],
    ["ForAnyValue:StringEquals", ["a"], ["a", "b"], true],
    ["ForAnyValue:StringEquals", ["a"], undefined, false],
    ["Null", ["true"], undefined, true],
    ["Null", ["false"], undefined, false],
  ])("%s %j against %j: %s", (operator, values, asked, expected) => {
    expect(holds(operator, values, asked)).toBe(expected);
  });

  it("all must hold", () => {
    const both = statement({ conditions: { StringEquals: { k: ["a"] }, StringLike: { k: ["b*"] } } });
    expect(decide([both], { action: "a:b", resource: "r", context: { k: ["a"] } })).not.toBe("allowed");
  });

  it("that this machine does not know are an error with their name, and so are policy variables", () => {
    expect(() => holds("IpAddress", ["10.0.0.0/8"], ["10.0.0.1"])).toThrow(UnknownCondition);
    expect(() => holds("IpAddress", ["10.0.0.0/8"], ["10.0.0.1"])).toThrow(/IpAddress/);
    expect(() => holds("StringEquals", ["$" + "{aws:username}"], ["x"])).toThrow(/policy variable/);
  });
});
