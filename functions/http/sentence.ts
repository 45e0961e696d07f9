import type * as z from "zod/mini";

type Issue = z.core.$ZodRawIssue;

const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " entries" };
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  record: "an object",
};

const bound = (word: string, value: number | bigint, origin: string): string =>
  `must ${origin in UNITS ? "have" : "be"} ${word} ${value}${UNITS[origin] ?? ""}`;

/** `"a", "b" or "c"` */
function choice(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ");
}

function demand(issue: Issue): string {
  switch (issue.code) {
    case "invalid_value":
      return `must be ${choice(issue.values)}`;
    case "invalid_type":
      return issue.input === undefined
        ? "is required"
        : `must be ${KINDS[issue.expected] ?? `a valid ${issue.expected}`}`;
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    case "too_small":
      return bound("at least", issue.minimum, issue.origin);
    case "unrecognized_keys":
      return "is not a field of this call";
    default:
      return "is not valid";
  }
}

/** The error for a field without its own message in the contract. */
export function sentenceFor(issue: Issue): string {
  const named = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path?.join(".");
  return `${named || "The request"} ${demand(issue)}.`;
}
