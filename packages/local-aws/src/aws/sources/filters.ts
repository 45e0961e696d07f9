/**
 * Whether a record passes an event source mapping's filter patterns (`FilterCriteria`). Every named field must match
 * one of its rules. Several patterns are alternatives. Without a pattern, every record passes.
 */
export function passes(patterns: readonly string[], record: unknown): boolean {
  return patterns.length === 0 || patterns.some((pattern) => fits(JSON.parse(pattern), record));
}

function fits(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((rule) => ruleHolds(rule, value));
  if (!isObject(pattern))
    throw new Error(`A filter names its values in a list, not ${JSON.stringify(pattern)}.`);
  return Object.entries(pattern).every(([name, inner]) =>
    fits(inner, isObject(value) ? value[name] : undefined),
  );
}

function ruleHolds(rule: unknown, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => ruleHolds(rule, one));
  if (!isObject(rule)) return rule === value;
  return Object.entries(rule).every(([name, wanted]) => {
    switch (name) {
      case "exists":
        return wanted === (value !== undefined);
      case "prefix":
        return typeof value === "string" && typeof wanted === "string" && value.startsWith(wanted);
      case "suffix":
        return typeof value === "string" && typeof wanted === "string" && value.endsWith(wanted);
      case "equals-ignore-case":
        return String(value).toLowerCase() === String(wanted).toLowerCase();
      case "anything-but":
        return value !== undefined && ![wanted].flat().some((one) => ruleHolds(one, value));
      case "numeric":
        return typeof value === "number" && Array.isArray(wanted) && numericHolds(wanted, value);
      default:
        throw new Error(`The local stack does not know the filter rule "${name}".`);
    }
  });
}

/** `[">", 0, "<=", 5]`: operators and numbers alternate. */
function numericHolds(wanted: unknown[], value: number): boolean {
  for (let index = 0; index < wanted.length; index += 2) {
    const limit = Number(wanted[index + 1]);
    const operator = wanted[index];
    const holds =
      (operator === "=" && value === limit) ||
      (operator === ">" && value > limit) ||
      (operator === ">=" && value >= limit) ||
      (operator === "<" && value < limit) ||
      (operator === "<=" && value <= limit);
    if (!holds) return false;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
