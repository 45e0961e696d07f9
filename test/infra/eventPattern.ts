/** Whether an event matches by EventBridge's rules. Supports only the operators that this project uses. */
export function matches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    if (name === "$or") return (wanted as Pattern[]).some((one) => matches(one, event));
    const found = fieldOf(event, name);
    // Every field of a pattern must exist, unless the pattern requires its absence.
    if (Array.isArray(wanted)) return wanted.some((one) => fits(one, found));
    // One matching element of a list is enough.
    return [found].flat().some((one) => matches(wanted as Pattern, one));
  });
}

type Pattern = { readonly [name: string]: unknown };

const fieldOf = (event: unknown, name: string): unknown =>
  typeof event === "object" && event !== null
    ? Object.entries(event).find(([key]) => key === name)?.[1]
    : undefined;

function fits(wanted: unknown, found: unknown): boolean {
  if (typeof wanted === "string") return found === wanted;
  const [[operator, argument] = []] = Object.entries(wanted as Pattern);
  if (operator === "exists") return (found !== undefined) === argument;
  if (operator === "prefix") return typeof found === "string" && found.startsWith(String(argument));
  if (operator === "anything-but") return found !== undefined && !fits(argument, found);
  throw new Error(`This test does not support the operator ${operator}`);
}
