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
  it("needs an Allow, and a Deny overrides it", () => {
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

  it("turns from a permission into a refusal only by an added Deny, and back only by an added Allow", () => {
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

  it("ignores the case of actions, but not of resources", () => {
    const allowing = [statement({ actions: ["DYNAMODB:getitem"], resources: ["arn:Table"] })];
    expect(decide(allowing, { action: "dynamodb:GetItem", resource: "arn:Table" })).toBe("allowed");
    expect(decide(allowing, { action: "dynamodb:GetItem", resource: "arn:table" })).not.toBe("allowed");
  });
});

describe("wildcards", () => {
  /** The same check by a regular expression, which is slow for many stars but easy to verify. */
  const slowly = (pattern: string, text: string) =>
    new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);

  it("match like the equivalent regular expression", () => {
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

  it("match in less than exponential time", () => {
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
  ])("%s with %j, for the call's values %j, gives %s", (operator, values, asked, expected) => {
    expect(holds(operator, values, asked)).toBe(expected);
  });

  it("a statement applies only if all its conditions hold", () => {
    const both = statement({ conditions: { StringEquals: { k: ["a"] }, StringLike: { k: ["b*"] } } });
    expect(decide([both], { action: "a:b", resource: "r", context: { k: ["a"] } })).not.toBe("allowed");
  });

  it("unknown conditions and policy variables cause an error that names them", () => {
    expect(() => holds("IpAddress", ["10.0.0.0/8"], ["10.0.0.1"])).toThrow(UnknownCondition);
    expect(() => holds("IpAddress", ["10.0.0.0/8"], ["10.0.0.1"])).toThrow(/IpAddress/);
    expect(() => holds("StringEquals", ["$" + "{aws:username}"], ["x"])).toThrow(/policy variable/);
  });
});
