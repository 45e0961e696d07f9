import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { startOwnStack } from "../support/running.ts";
import { buy, stripeClient } from "../support/shop.ts";

let subscriber: Person;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("renewal", 4720));
  subscriber = await signUpPerson();
  await buy(subscriber, "monthly");
  await settle();
});
afterAll(() => close());

const subscription = async () => {
  const { body } = await call("billing/getSubscription", {}, { token: subscriber.accessToken });
  return body.subscription as {
    subscription_id: string;
    current_period_start: number;
    current_period_end: number;
  };
};

test("31 days on: one paid renewal invoice, the new period here, one mail", async () => {
  const before = await subscription();
  const mails = await mailTo(subscriber.email);
  await advanceClock((31 * DAY) / SECOND);
  await settle();
  const { data } = await stripeClient().invoices.list({ subscription: before.subscription_id });
  const renewals = data.filter(({ billing_reason }) => billing_reason === "subscription_cycle");
  expect(renewals.map(({ status }) => status)).toEqual(["paid"]);
  const after = await subscription();
  expect(after.current_period_start).toBe(before.current_period_end);
  expect(after.current_period_end).toBe(renewals[0]?.lines.data[0]?.period.end);
  const news = (await mailTo(subscriber.email)).slice(0, -mails.length || undefined);
  expect(news.map(({ subject }) => subject)).toEqual([`Your Articlip receipt ${renewals[0]?.number}`]);
  expect(news[0]?.text).toContain("$30.00");
});
