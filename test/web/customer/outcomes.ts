import type { Action } from "../../../web/src/customer/standing/action.ts";
import { type Standing, standingOf } from "../../../web/src/customer/standing/standing.ts";
import { type Case, everyCase, isPossible } from "./situations.ts";

export type Judged = Case & { standing: Standing };

const button = (action: Action | null): string => (action === null ? "" : ` [${action.label}]`);

/** All that is said, as a reader sees it. */
export function told({ plan, problems, next }: Standing): string {
  const lines = problems.map(({ title, text, action }) => `! ${title}. ${text}${button(action)}`);
  if (plan !== null)
    lines.push(
      `= ${plan.name}, ${plan.state.label.toLowerCase()}.${plan.line === null ? "" : ` ${plan.line}`}`,
    );
  if (next.kind !== "fix") lines.push(`> ${next.title}. ${next.text}${button(next.action)}`);
  return lines.join("\n").replace(/\(.+ here\)/, "(… here)");
}

/** One key or subscription at most, and one thing wrong at most: the others are made of these. */
export function isForReading(judged: Judged): boolean {
  return isShort(judged) && judged.standing.problems.length <= 1;
}

/** As far as the case says it: most of them are long. */
function isShort(one: Case): boolean {
  const { account, billing } = one.situation;
  const isKeyless = billing.subscription !== null && one.keys?.subscription === null;
  const count = Object.values(one.keys ?? {}).filter((key) => key !== null).length + Number(isKeyless);
  const isRepeated = (account?.emailConfirmed === false || !!account?.mailStop) && count > 0;
  return count <= 1 && !isRepeated && isPossible(one);
}

/** The distinct outcomes, each with the first situation that leads to it, in the order of standing.md. */
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
