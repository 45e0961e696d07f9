import { startWorld } from "./determinism.ts";
import { violations } from "./invariants/all.ts";
import { newPeople } from "./people.ts";
import { Random } from "./random.ts";
import type { Shop } from "./shop.ts";
import { AFFILIATE_STEPS } from "./steps/affiliate.ts";
import { COMPUTER_STEPS } from "./steps/computer.ts";
import { CONSENT_STEPS } from "./steps/consent.ts";
import { CREDIT_STEPS } from "./steps/credit.ts";
import { CUSTOMER_STEPS } from "./steps/customer.ts";
import { HOUSEHOLD_STEPS } from "./steps/household.ts";
import { LINE_STEPS } from "./steps/line.ts";
import { OBLIGATION_STEPS } from "./steps/obligations.ts";
import { OPERATOR_STEPS } from "./steps/operator.ts";
import { PAYING_STEPS } from "./steps/paying.ts";
import { PLAN_STEPS } from "./steps/plans.ts";
import { PLOTS } from "./steps/plots.ts";
import { SCRIPT_STEPS } from "./steps/scripts.ts";
import type { Step } from "./steps/step.ts";
import { STRIPE_STEPS } from "./steps/stripe.ts";
import { TEAM_STEPS } from "./steps/teams.ts";
import { TIME_STEPS } from "./steps/time.ts";
import { TRIAL_STEPS } from "./steps/trials.ts";
import { WEBHOOK_STEPS } from "./steps/webhooks.ts";
import type { Fault } from "./wire.ts";

const STEPS = {
  ...CUSTOMER_STEPS,
  ...PAYING_STEPS,
  ...PLAN_STEPS,
  ...CREDIT_STEPS,
  ...TEAM_STEPS,
  ...LINE_STEPS,
  ...COMPUTER_STEPS,
  ...AFFILIATE_STEPS,
  ...OPERATOR_STEPS,
  ...STRIPE_STEPS,
  ...TIME_STEPS,
  ...WEBHOOK_STEPS,
  ...PLOTS,
  ...OBLIGATION_STEPS,
  ...HOUSEHOLD_STEPS,
  ...TRIAL_STEPS,
  ...SCRIPT_STEPS,
  ...CONSENT_STEPS,
} satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;
export const STEP_NAMES: readonly string[] = Object.keys(STEPS);

/** Relative frequency of each step. Default: 1. */
const WEIGHTS: Readonly<Record<StepName, number>> = {
  ...(Object.fromEntries(Object.keys(STEPS).map((name) => [name, 1])) as Record<StepName, number>),
  signUp: 2,
  purchase: 5,
  refer: 3,
  buyMonthly: 2,
  switchUp: 2,
  switchDown: 2,
  foundTeam: 3,
  inviteMember: 2,
  joinTeam: 3,
  changeSeats: 2,
  joinLine: 3,
  takeTurn: 2,
  waitOut: 0.5,
  buyLifetime: 2,
  buyWithCredit: 2,
  pay: 3,
  fixPayment: 2,
  dispute: 2,
  decideDispute: 3,
  suspend: 3,
  approve: 2,
  tryIt: 2,
  activate: 3,
  refresh: 3,
  deliver: 6,
  deliverMeanwhile: 3,
  settle: 5,
  waitAnHour: 2,
  waitADay: 2,
  webhooksFail: 0.5,
  webhooksFailForADay: 0.5,
  affiliateIsPaid: 0.5,
  transfersComeBack: 0.5,
  balanceStaysEmpty: 0.3,
  refundKeepsFailing: 0.5,
  buyAndDisappear: 0.4,
  cardFails: 0.5,
  changeOfMind: 0.5,
  refundCallDies: 0.5,
  endAllSessions: 0.5,
  deleteAccount: 0.5,
  deleteCustomer: 0.5,
  callWithKey: 3,
};

/** Each story multiplies each step's weight by one of these factors, because uneven stories find more. */
const FACTORS = [0.25, 1, 1, 3];
const drawWeights = (random: Random): Record<StepName, number> =>
  Object.fromEntries(
    Object.entries(WEIGHTS).map(([name, weight]) => [name, weight * (random.pick(FACTORS) ?? 1)]),
  ) as Record<StepName, number>;

/** A plan has this many times the needed steps, because some steps find nothing to do. */
const DRAWN = 3;

/** A step with a separate seed, so its draws do not depend on earlier steps. */
export type Planned = { step: StepName; seed: number };

export type Outcome = {
  /** One line for each step that did something. */
  lines: string[];
  /** The first violations; empty if all invariants held. */
  broken: string[];
  /** Number of planned steps that were tried. */
  tried: number;
};

/** @param days minimum length of the story; 0 adds no waiting time */
export function plan(seed: number, steps: number, days = 0): Planned[] {
  const random = new Random(seed);
  const weights = drawWeights(random);
  const planned: Planned[] = Array.from({ length: steps * DRAWN }, () => ({
    step: random.weighted(weights),
    seed: random.below(2 ** 31),
  }));
  if (days === 0) return planned;
  const every = Math.ceil(steps / Math.ceil(days / 31));
  return planned.flatMap((step, index) =>
    index < steps && (index + 1) % every === 0 ? [step, { step: "waitAMonth" as const, seed: 0 }] : [step],
  );
}

const FAULTS = ["killed before", "killed after", "lost", "refused"] as const;

function drawFault(random: Random): Fault | undefined {
  if (!random.chance(0.1)) return undefined;
  return { at: random.below(12), kind: random.pick(FAULTS) ?? "lost" };
}

/**
 * Plays a story in an empty shop until an invariant breaks, until `steps` steps did something, or until the story ends.
 * At the end, the shop settles.
 */
export async function play(
  shop: Shop,
  seed: number,
  story: readonly Planned[],
  steps = Infinity,
): Promise<Outcome> {
  startWorld(seed);
  await shop.open();
  const people = newPeople();
  shop.letIn(people.operator);
  const lines: string[] = [];
  let tried = 0;
  for (const { step, seed: own } of [...story, LAST]) {
    if (lines.length >= steps && step !== LAST.step) continue;
    tried += 1;
    const random = new Random(own);
    const fault = drawFault(random);
    try {
      const line = await STEPS[step]({ shop, people, random, fault });
      if (line !== undefined)
        lines.push(`${step}: ${line}${fault ? ` [${fault.kind} at call ${fault.at}]` : ""}`);
      if (step !== "settle" && !step.startsWith("wait")) continue;
      await shop.settle();
      await shop.reconcile();
    } catch (error) {
      const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { lines, broken: [`${step} threw: ${said}`], tried };
    }
    const broken = await violations({ shop, people, random });
    if (broken.length > 0) return { lines, broken, tried };
  }
  return { lines, broken: [], tried };
}

const LAST: Planned = { step: "settle", seed: 0 };

/** The rule of a violation, without ids. */
const kindOf = ({ broken }: Outcome) => broken[0]?.split(":")[0] ?? "";

/** Leaves out smaller and smaller parts of a story. @returns the shortest story that breaks the same invariant */
export async function shrink(
  shop: Shop,
  seed: number,
  story: readonly Planned[],
  first: Outcome,
): Promise<{ story: Planned[]; outcome: Outcome }> {
  const kind = kindOf(first);
  let best = story.slice(0, first.tried);
  let outcome = first;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < best.length; ) {
      const shorter = [...best.slice(0, start), ...best.slice(start + size)];
      const tried = await play(shop, seed, shorter);
      if (tried.broken.length > 0 && kindOf(tried) === kind) {
        best = shorter.slice(0, tried.tried);
        outcome = tried;
      } else start += size;
    }
  }
  return { story: [...best], outcome };
}
