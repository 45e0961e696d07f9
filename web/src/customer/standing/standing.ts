import type { Situation } from "./facts.ts";
import { type Plan, planOf } from "./plan.ts";
import { type Problem, problemsOf } from "./problems.ts";
import { nextStep, type Step } from "./steps.ts";

/** Where an account stands: every page that depends on it asks this. */
export type Standing = {
  /** Null before the first key. */
  plan: Plan | null;
  /** The most important first. */
  problems: readonly Problem[];
  next: Step;
  /** Whether a paid plan may be advertised: never beside a problem with a key, and not to a lifetime owner. */
  offers: boolean;
};

export function standingOf(situation: Situation): Standing {
  const problems = problemsOf(situation);
  const next = nextStep(situation, problems);
  return {
    plan: planOf(situation),
    problems,
    next,
    offers: next.kind !== "fix" && !situation.billing.lifetime,
  };
}
