import { clock } from "../determinism.ts";
import type { Trouble } from "../sources.ts";
import { banksAnswer } from "./paying.ts";
import type { Scene, Step } from "./step.ts";

const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** A bank has answered about a debit by then. */
const DEBIT_TAKES = 14 * DAY;

/** Time passes for everybody, banks included. @param trouble meets one of the functions on the way */
export function pass(scene: Scene, ms: number, trouble?: Trouble): Promise<void> {
  banksAnswer(scene, (clock.now() + ms - DEBIT_TAKES) / 1000);
  return scene.shop.advance(ms, trouble);
}

function wait(ms: number, what: string): Step {
  return async (scene) => {
    await pass(scene, ms, troubleOf(scene));
    return what;
  };
}

/** Everything under way ends, and the invariants are checked. */
const settle: Step = async (scene) => {
  await scene.shop.settle(troubleOf(scene));
  return "everything settles";
};

/** The step's fault meets one of the functions that work on their own. */
export const troubleOf = ({ fault, random }: Scene) => fault && { fault, skip: random.below(12) };

export const TIME_STEPS = {
  settle,
  waitAnHour: wait(HOUR, "an hour passes"),
  waitADay: wait(DAY, "a day passes"),
  waitAWeek: wait(7 * DAY, "a week passes"),
  waitAMonth: wait(31 * DAY, "a month passes"),
} satisfies Record<string, Step>;
