import type { SynthesizedStack } from "./assembly.ts";
import { inside, type Place, TemplateError } from "./errors.ts";
import type { IntrinsicContext } from "./resolverContext.ts";

/** `AWS::NoValue`: the property counts as missing. */
export const NO_VALUE = Symbol("AWS::NoValue");

type Apply = (context: IntrinsicContext, stack: SynthesizedStack, argument: unknown, place: Place) => unknown;

/** `{ "Fn::X": argument }` or `{ "Ref": name }`, without other keys. */
export function isIntrinsic(value: object): { name: string; argument: unknown } | undefined {
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length !== 1 || name === undefined) return undefined;
  if (name === "Ref" || name.startsWith("Fn::")) return { name, argument };
  // With a text, `Condition` is an intrinsic. With an object, it is a property of an IAM statement.
  return name === "Condition" && typeof argument === "string" ? { name, argument } : undefined;
}

export const INTRINSICS: Readonly<Record<string, Apply>> = {
  Ref: (context, stack, argument, place) => context.reference(stack, textOf(argument, place), place),

  Condition: (context, stack, argument, place) => context.condition(stack, textOf(argument, place), place),

  "Fn::GetAtt": (context, stack, argument, place) => {
    const [logicalId, ...attribute] =
      typeof argument === "string" ? argument.split(".") : listOf(argument, place);
    const name = attribute.map((part) => context.text(stack, part, place)).join(".");
    return context.attribute(stack, textOf(logicalId, place), name, place);
  },

  "Fn::Join": (context, stack, argument, place) => {
    const [separator, list] = listOf(argument, place);
    const parts = listOf(context.value(stack, list, place), place);
    return parts.map((part) => context.text(stack, part, place)).join(textOf(separator, place));
  },

  "Fn::Sub": (context, stack, argument, place) => {
    const [template, given] = typeof argument === "string" ? [argument, {}] : listOf(argument, place);
    const variables: Record<string, unknown> = Object.fromEntries(Object.entries(given ?? {}));
    return textOf(template, place).replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal === "!") return `\${${name}}`;
      if (name in variables) return context.text(stack, variables[name], inside(place, name));
      const [logicalId = "", ...attribute] = name.split(".");
      const value =
        attribute.length === 0
          ? context.reference(stack, name, place)
          : context.attribute(stack, logicalId, attribute.join("."), place);
      return context.text(stack, value, place);
    });
  },

  "Fn::Select": (context, stack, argument, place) => {
    const [index, list] = listOf(argument, place);
    const items = listOf(context.value(stack, list, place), place);
    const item = items[Number(context.text(stack, index, place))];
    if (item === undefined) throw new TemplateError(place, `Fn::Select finds no item ${String(index)}`);
    return item;
  },

  "Fn::Split": (context, stack, argument, place) => {
    const [separator, source] = listOf(argument, place);
    return context.text(stack, source, place).split(textOf(separator, place));
  },

  "Fn::ImportValue": (context, stack, argument, place) =>
    context.exported(context.text(stack, argument, place), place),

  "Fn::If": (context, stack, argument, place) => {
    const [condition, yes, no] = listOf(argument, place);
    const chosen = context.condition(stack, textOf(condition, place), place) ? yes : no;
    // Passes AWS::NoValue on to the caller.
    return isNoValue(chosen) ? NO_VALUE : context.value(stack, chosen, place);
  },

  "Fn::Equals": (context, stack, argument, place) => {
    const [left, right] = listOf(argument, place);
    return context.text(stack, left, place) === context.text(stack, right, place);
  },

  "Fn::Not": (context, stack, argument, place) =>
    context.value(stack, listOf(argument, place)[0], place) !== true,

  "Fn::And": (context, stack, argument, place) =>
    listOf(argument, place).every((part) => context.value(stack, part, place) === true),

  "Fn::Or": (context, stack, argument, place) =>
    listOf(argument, place).some((part) => context.value(stack, part, place) === true),
};

function isNoValue(value: unknown): boolean {
  return typeof value === "object" && value !== null && "Ref" in value && value.Ref === "AWS::NoValue";
}

function listOf(value: unknown, place: Place): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TemplateError(place, `expected a list, found ${JSON.stringify(value)}`);
}

function textOf(value: unknown, place: Place): string {
  if (typeof value === "string") return value;
  throw new TemplateError(place, `expected text, found ${JSON.stringify(value)}`);
}
