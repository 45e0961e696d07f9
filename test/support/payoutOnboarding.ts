import { expect } from "vitest";
import type { OpenEvent } from "#shared/payments/openEvents.ts";
import { call } from "./api.ts";
import { clearFaults, injectFault, setDelivery, settle } from "./control.ts";
import type { Person } from "./people.ts";
import { stack } from "./running.ts";
import { atStripe, stripeClient } from "./shop.ts";

/**
 * An affiliate sets up an account at Stripe. Two calls at once create only one account, and Stripe's page can return
 * only to the site. Stripe's last event fails, and the operator replays it.
 * @returns the account's id
 */
export async function onboardAtStripe(person: Person, asOperator: { token: string }): Promise<string> {
  const as = { token: person.accessToken };
  const state = async (input: { refresh?: "true" } = {}) =>
    (await call("payouts/getConnect", input, as)).body.state;
  expect(await state()).toBe("none");
  const here = { return_url: `${stack().siteUrl}/dashboard?tab=affiliate` };
  const [first, second] = await Promise.all([
    call("payouts/startOnboarding", here, as),
    call("payouts/startOnboarding", here, as),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const abroad = await call("payouts/startOnboarding", { return_url: "https://evil.example/" }, as);
  expect(abroad).toMatchObject({ status: 400, body: { field: "return_url" } });
  const { data: accounts } = await stripeClient().accounts.list({ limit: 100 });
  const mine = accounts.filter(({ metadata }) => metadata?.affiliateId === person.userId);
  expect(mine).toHaveLength(1);
  const account = mine[0]?.id ?? "";
  expect(String(first.body.url)).toContain(account);
  expect(await state({ refresh: "true" })).toBe("incomplete");
  await injectFault({ service: "sqs", function: "stripeEvents/stripeWebhook", mode: "refuse" });
  await atStripe(`accounts/${account}/enable`);
  await settle();
  await setDelivery("paused");
  await clearFaults();
  const { body } = await call("stripeEvents/listFailedEvents", {}, asOperator);
  const failed = (body.events as OpenEvent[]).find(({ type }) => type === "account.updated");
  expect((await call("reconciliation/replayEvent", { eventId: failed?.id ?? "" }, asOperator)).status).toBe(
    200,
  );
  await settle();
  expect(await state()).toBe("ready");
  await setDelivery("normal");
  await settle();
  expect(await state()).toBe("ready");
  return account;
}
