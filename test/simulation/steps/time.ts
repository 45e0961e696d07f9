import { clock } from "../determinism.ts";
import type { Trouble } from "../sources.ts";
import { banksAnswer } from "./paying.ts";
import type { Scene, Step } from "./step.ts";

const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** Longest time until a bank answers a debit, in milliseconds. */
const DEBIT_TAKES = 14 * DAY;

/** Advances time, and lets banks answer debits. @param trouble a fault in one of the functions that run */
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

/** Settles the shop. Afterwards the invariants are checked. */
const settle: Step = async (scene) => {
  await scene.shop.settle(troubleOf(scene));
  return "everything settles";
};

/** Turns the step's fault into a fault of a function that runs without an API call. */
export const troubleOf = ({ fault, random }: Scene) => fault && { fault, skip: random.below(12) };

export const TIME_STEPS = {
  settle,
  waitAnHour: wait(HOUR, "an hour passes"),
  waitADay: wait(DAY, "a day passes"),
  waitAWeek: wait(7 * DAY, "a week passes"),
  waitAMonth: wait(31 * DAY, "a month passes"),
} satisfies Record<string, Step>;
