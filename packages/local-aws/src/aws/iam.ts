import type { PolicyStatement } from "../template/model.ts";
import type { Need } from "./types.ts";
import { matches } from "./wildcard.ts";

export type Decision = "allowed" | "no statement allows it" | "explicitly denied";

/** A condition that cannot be evaluated here. An error is better than a wrong decision. */
export class UnknownCondition extends Error {
  override readonly name = "UnknownCondition";
}

/** IAM's decision for one action on one resource. A Deny wins, and the default is to refuse. */
export function decide(statements: readonly PolicyStatement[], need: Need): Decision {
  let allowed = false;
  for (const statement of statements) {
    if (!applies(statement, need)) continue;
    if (statement.effect === "Deny") return "explicitly denied";
    allowed = true;
  }
  return allowed ? "allowed" : "no statement allows it";
}

export function applies(statement: PolicyStatement, need: Need): boolean {
  const action = need.action.toLowerCase();
  return (
    statement.actions.some((pattern) => matches(pattern.toLowerCase(), action)) &&
    statement.resources.some((pattern) => matches(pattern, need.resource)) &&
    conditionsHold(statement.conditions, need.context ?? {})
  );
}

type Conditions = PolicyStatement["conditions"];

function conditionsHold(conditions: Conditions, context: Readonly<Record<string, string[]>>): boolean {
  const known = new Map(Object.entries(context).map(([key, values]) => [key.toLowerCase(), values]));
  return Object.entries(conditions).every(([operator, keys]) => {
    const holds = operatorOf(operator);
    return Object.entries(keys).every(([key, values]) => {
      const variable = values.find((value) => value.includes("${"));
      if (variable) {
        throw new UnknownCondition(
          `The local stack does not know the policy variable in "${variable}" (${key}).`,
        );
      }
      return holds(known.get(key.toLowerCase()), values);
    });
  });
}

type Holds = (asked: string[] | undefined, values: string[]) => boolean;
type Comparison = (asked: string, value: string) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  StringEquals: (asked, value) => asked === value,
  StringEqualsIgnoreCase: (asked, value) => asked.toLowerCase() === value.toLowerCase(),
  StringLike: (asked, value) => matches(value, asked),
  ArnEquals: (asked, value) => matches(value, asked),
  ArnLike: (asked, value) => matches(value, asked),
  Bool: (asked, value) => asked.toLowerCase() === value.toLowerCase(),
  NumericEquals: (asked, value) => Number(asked) === Number(value),
  NumericLessThanEquals: (asked, value) => Number(asked) <= Number(value),
  NumericGreaterThanEquals: (asked, value) => Number(asked) >= Number(value),
};
const NEGATIONS: Readonly<Record<string, string>> = {
  StringNotEquals: "StringEquals",
  StringNotEqualsIgnoreCase: "StringEqualsIgnoreCase",
  StringNotLike: "StringLike",
  ArnNotEquals: "ArnEquals",
  ArnNotLike: "ArnLike",
};

/**
 * `[ForAllValues:|ForAnyValue:]<comparison>[IfExists]`. If the call lacks the key, plain comparisons and ForAnyValue
 * fail; negated ones, ForAllValues and IfExists hold. As at AWS, ForAllValues thus holds for a Scan, which has
 * no leading key.
 */
function operatorOf(written: string): Holds {
  if (written === "Null") {
    return (asked, values) => values.some((value) => value === String(asked === undefined));
  }
  const [, set = "", bare = written] = /^(ForAllValues|ForAnyValue):(.*)$/.exec(written) ?? [];
  const ifExists = bare.endsWith("IfExists");
  const name = ifExists ? bare.slice(0, -"IfExists".length) : bare;
  const negated = Object.hasOwn(NEGATIONS, name);
  const positive = negated ? NEGATIONS[name] : name;
  const compare =
    positive !== undefined && Object.hasOwn(COMPARISONS, positive) ? COMPARISONS[positive] : undefined;
  if (!compare) throw new UnknownCondition(`The local stack does not know the IAM condition "${written}".`);
  const one = (asked: string, values: string[]) => values.some((value) => compare(asked, value)) !== negated;
  return (asked, values) => {
    if (asked === undefined) return ifExists || set === "ForAllValues" || (negated && set === "");
    if (set === "ForAllValues") return asked.every((value) => one(value, values));
    if (set === "ForAnyValue") return asked.some((value) => one(value, values));
    return asked.length > 0 && asked.every((value) => one(value, values));
  };
}
