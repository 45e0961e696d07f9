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
  /** Whether to advertise a paid plan: not beside a problem with a key, to lifetime owners or to team members. */
  offers: boolean;
};

/** A key that does not work, is not there, or could not be read. */
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
