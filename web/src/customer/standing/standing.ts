import type { Situation } from "./facts.ts";
import { type Plan, planOf } from "./plan.ts";
import { type Problem, problemsOf } from "./problems.ts";
import { nextStep, type Step } from "./steps.ts";

/** An account's plan, problems and next step, the same on every page. */
export type Standing = {
  /** Null before the first key. */
  plan: Plan | null;
  /** The most important first. */
  problems: readonly Problem[];
  next: Step;
  /** Whether to advertise a paid plan. Never to lifetime owners and team members, or while a key has a problem. */
  offers: boolean;
};

/** The steps for a key that does not work, is missing, or could not be read. */
const UNSOLVED: readonly Step["kind"][] = ["fix", "missing", "look"];

export function standingOf(situation: Situation): Standing {
  const problems = problemsOf(situation);
  const next = nextStep(situation, problems);
  const plan = planOf(situation);
  const hasTeamSeat = plan?.seat?.source === "team" && plan.seat.code === "VALID";
  return {
    plan,
    problems,
    next,
    offers: !UNSOLVED.includes(next.kind) && !situation.billing.lifetime && !hasTeamSeat,
  };
}
