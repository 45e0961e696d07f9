import type { Action } from "../../../web/src/customer/standing/action.ts";
import { type Standing, standingOf } from "../../../web/src/customer/standing/standing.ts";
import { type Case, everyCase, isPossible } from "./situations.ts";

export type Judged = Case & { standing: Standing };

const button = (action: Action | null): string => (action === null ? "" : ` [${action.label}]`);

/** The texts of an outcome as a customer sees them. */
export function told({ plan, problems, next }: Standing): string {
  const lines = problems.map(({ title, text, action }) => `! ${title}. ${text}${button(action)}`);
  if (plan !== null)
    lines.push(
      `= ${plan.name}, ${plan.state.label.toLowerCase()}.${plan.line === null ? "" : ` ${plan.line}`}`,
    );
  if (next.kind !== "fix") lines.push(`> ${next.title}. ${next.text}${button(next.action)}`);
  return lines.join("\n").replace(/\(.+ here\)/, "(… here)");
}

/** Selects cases with at most one key or subscription and one problem. All other cases combine these. */
export function isForReading(judged: Judged): boolean {
  return isShort(judged) && judged.standing.problems.length <= 1;
}

/** Checks the case without its standing. Runs first, because most cases fail this check. */
function isShort(one: Case): boolean {
  const { account, billing } = one.situation;
  const isKeyless = billing.subscription !== null && one.keys?.subscription === null;
  const count = Object.values(one.keys ?? {}).filter((key) => key !== null).length + Number(isKeyless);
  const isRepeated = (account?.emailConfirmed === false || !!account?.mailStop) && count > 0;
  return count <= 1 && !isRepeated && isPossible(one);
}

/** The distinct outcomes in the order of standing.md, each with the first situation that leads to it. */
export function distinctOutcomes(): [text: string, judged: Judged][] {
  const found = new Map<string, Judged>();
  for (const one of everyCase()) {
    if (!isShort(one)) continue;
    const judged = { ...one, standing: standingOf(one.situation) };
    if (!isForReading(judged)) continue;
    const text = told(judged.standing);
    if (!found.has(text)) found.set(text, judged);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}
