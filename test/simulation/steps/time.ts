import type { Step } from "./step.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

function wait(ms: number, what: string): Step {
  return async ({ shop }) => {
    await shop.advance(ms);
    return what;
  };
}

const deliver: Step = async ({ shop, random, fault }) => {
  if (shop.stripe.deliveries.length === 0) return undefined;
  const most = 1 + random.below(4);
  await shop.deliverSome(most, random, fault);
  return `up to ${most} webhooks arrive at once`;
};

export const TIME_STEPS = {
  deliver,
  waitAnHour: wait(HOUR, "an hour passes"),
  waitADay: wait(DAY, "a day passes"),
  waitAWeek: wait(7 * DAY, "a week passes"),
  waitAMonth: wait(31 * DAY, "a month passes"),
} satisfies Record<string, Step>;
