import { startWorld } from "./determinism.ts";
import { violations } from "./invariants/all.ts";
import { newPeople } from "./people.ts";
import { Random } from "./random.ts";
import type { Shop } from "./shop.ts";
import { AFFILIATE_STEPS } from "./steps/affiliate.ts";
import { COMPUTER_STEPS } from "./steps/computer.ts";
import { CUSTOMER_STEPS } from "./steps/customer.ts";
import { OPERATOR_STEPS } from "./steps/operator.ts";
import type { Step } from "./steps/step.ts";
import { STRIPE_STEPS } from "./steps/stripe.ts";
import { TIME_STEPS } from "./steps/time.ts";
import type { Fault } from "./wire.ts";

const STEPS = {
  ...CUSTOMER_STEPS,
  ...COMPUTER_STEPS,
  ...AFFILIATE_STEPS,
  ...OPERATOR_STEPS,
  ...STRIPE_STEPS,
  ...TIME_STEPS,
  /** Everything under way ends, and the invariants are checked. */
  settle: async () => "everything settles",
} satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;

/** How often each step is taken; 1 where nothing is said. */
const WEIGHTS: Readonly<Record<StepName, number>> = {
  ...(Object.fromEntries(Object.keys(STEPS).map((name) => [name, 1])) as Record<StepName, number>),
  signUp: 4,
  buyMonthly: 4,
  buyLifetime: 3,
  pay: 8,
  activate: 4,
  refresh: 4,
  deliver: 8,
  settle: 6,
  waitAnHour: 2,
  waitADay: 2,
  deleteAccount: 0.5,
  deleteCustomer: 0.5,
};

/** `seed` is the step's own: it draws the same whatever steps stand before it. */
export type Planned = { step: StepName; seed: number };

export type Outcome = {
  /** What happened, a line a step. */
  lines: string[];
  /** The first violations, empty where everything held. */
  broken: string[];
  /** How many steps were taken until then. */
  taken: number;
};

/** @param days over how many the story goes on at least; 0: as long as it takes */
export function plan(seed: number, steps: number, days = 0): Planned[] {
  const random = new Random(seed);
  const planned: Planned[] = Array.from({ length: steps }, () => ({
    step: random.weighted(WEIGHTS),
    seed: random.below(2 ** 31),
  }));
  if (days === 0) return [...planned, { step: "settle", seed: 0 }];
  const months = Math.ceil(days / 31);
  const every = Math.ceil(steps / months);
  return planned.flatMap((step, index) =>
    (index + 1) % every === 0 ? [step, { step: "waitAMonth" as const, seed: 0 }] : [step],
  );
}

const FAULTS = ["killed before", "killed after", "lost", "refused"] as const;

function drawFault(random: Random): Fault | undefined {
  if (!random.chance(0.1)) return undefined;
  return { at: random.below(12), kind: random.pick(FAULTS) ?? "lost" };
}

/** Plays a story from an empty shop, until an invariant breaks or it is over. */
export async function play(shop: Shop, seed: number, story: readonly Planned[]): Promise<Outcome> {
  startWorld(seed);
  await shop.open();
  const people = newPeople();
  const { operator } = people;
  shop.services.users.set(operator.sub, {
    sub: operator.sub,
    email: "operator@example.com",
    enabled: true,
    signedInAt: 0,
  });
  await shop.confirmed(operator.sub, "operator@example.com");
  const lines: string[] = [];
  for (const [index, { step, seed: own }] of story.entries()) {
    const random = new Random(own);
    const fault = drawFault(random);
    let line: string | undefined;
    try {
      line = await STEPS[step]({ shop, people, random, fault });
      if (line !== undefined)
        lines.push(`${step}: ${line}${fault ? ` [${fault.kind} at call ${fault.at}]` : ""}`);
      if (step !== "settle" && !step.startsWith("wait")) continue;
      await shop.settle();
      await shop.reconcile();
    } catch (error) {
      const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { lines, broken: [`${step} threw: ${said}`], taken: index + 1 };
    }
    const broken = await violations({ shop, people, random });
    if (broken.length > 0) return { lines, broken, taken: index + 1 };
  }
  return { lines, broken: [], taken: story.length };
}

/** What of a violation stays the same when ids differ. */
const kindOf = ({ broken }: Outcome) => broken[0]?.split(":")[0] ?? "";

/** The shortest story found that still breaks the same invariant: leaves out ever smaller parts. */
export async function shrink(
  shop: Shop,
  seed: number,
  story: readonly Planned[],
  first: Outcome,
): Promise<{ story: Planned[]; outcome: Outcome }> {
  const kind = kindOf(first);
  let best = story.slice(0, first.taken);
  let outcome = first;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < best.length; ) {
      const shorter = [...best.slice(0, start), ...best.slice(start + size)];
      const tried = await play(shop, seed, shorter);
      if (tried.broken.length > 0 && kindOf(tried) === kind) {
        best = shorter.slice(0, tried.taken);
        outcome = tried;
      } else start += size;
    }
  }
  return { story: [...best], outcome };
}
