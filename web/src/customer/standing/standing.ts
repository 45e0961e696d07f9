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
  /** Whether a paid plan may be advertised: never beside a problem with a key or a missing one, and not to a lifetime owner or who has a seat in a team. */
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
