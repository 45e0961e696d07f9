import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { createAffiliate, getAffiliate } from "../../../functions/affiliates/table.ts";
import { linkToStripe } from "../../../functions/payouts/connect/account.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { affiliateOf } from "../../support/payouts.ts";

const outside = vi.hoisted(() => ({ url: "" }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
vi.stubEnv("TABLE_AFFILIATES", "affiliates");
vi.stubEnv("SECRET_STRIPE", "stripe");

const rows = memoryDynamo(network());
let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ now: () => new Date() });
  outside.url = bench.sandbox.url;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bench.close();
});

/** A member who connected an account, which Stripe pays. */
async function connected(name: string): Promise<{ account: string; affiliate: Affiliate }> {
  await transact(createAffiliate({ ...affiliateOf(name, `${name}@example.com`), country: "DE" }));
  const { account } = await link(name);
  const row = rows.of("affiliates").find(({ pk }) => pk === `affiliate#${name}`);
  rows.put("affiliates", { pk: "", sk: "", ...row, payoutsEnabled: true });
  return { account, affiliate: await joined(name) };
}

async function joined(name: string): Promise<Affiliate> {
  const affiliate = await getAffiliate(name);
  if (!affiliate) throw new Error(`${name} has not joined`);
  return affiliate;
}

/** Presses the button. @returns the account that the affiliate has then */
async function link(name: string, before?: Affiliate): Promise<{ url: string; account: string }> {
  const url = await linkToStripe(before ?? (await joined(name)), "https://site.test/affiliate");
  return { url, account: (await joined(name)).stripeAccountId ?? "" };
}

test("an account that was closed is replaced by one in the same country, as often as it happens", async () => {
  const { account: first } = await connected("ann");
  expect((await link("ann")).account).toBe(first);
  await bench.stripe.accounts.del(first);
  const second = await link("ann");
  expect(second).toMatchObject({
    url: expect.stringMatching(/^http/),
    account: expect.not.stringMatching(first),
  });
  expect(await bench.stripe.accounts.retrieve(second.account)).toMatchObject({
    country: "DE",
    email: "ann@example.com",
  });
  // What Stripe said about the first account does not hold of the second.
  expect(await joined("ann")).toMatchObject({ payoutsEnabled: false });
  await bench.stripe.accounts.del(second.account);
  const third = await link("ann");
  expect((await bench.stripe.accounts.retrieve(third.account)).id).toBe(third.account);
});

test("two windows that find the account closed get the same one", async () => {
  const { account, affiliate } = await connected("bob");
  await bench.stripe.accounts.del(account);
  const [one, other] = [await link("bob", affiliate), await link("bob", affiliate)];
  expect(other.account).toBe(one.account);
  expect(
    (await bench.stripe.accounts.list()).data.filter(({ email }) => email === "bob@example.com"),
  ).toHaveLength(1);
});
