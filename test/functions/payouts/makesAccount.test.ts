import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { leaveAsStranger } from "../../../functions/affiliates/leavingTable.ts";
import { affiliateMails } from "../../../functions/affiliates/notices/affiliates.ts";
import { ensureAccount, linkToStripe } from "../../../functions/payouts/connect/account.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { createAffiliate, getAffiliate } from "../../../functions/referrals/table.ts";
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

test("an affiliate whose address changed after a failed call gets an account with the new address", async () => {
  const before = affiliateOf("bob", "bob@example.com");
  // Without a row, the account is not stored, as if the call had died before storing it.
  const lost = await ensureAccount(before);
  await transact(createAffiliate(before));
  const changed = { ...before, email: "robert@example.com" };
  const id = await ensureAccount(changed);
  expect(id).not.toBe(lost);
  expect(await bench.stripe.accounts.retrieve(id)).toMatchObject({ email: "robert@example.com" });
  expect(await ensureAccount(changed)).toBe(id);
});

test("an account is created for the affiliate's country with an Express dashboard", async () => {
  const affiliate = { ...affiliateOf("eva", "eva@example.com"), country: "DE" };
  await transact(createAffiliate(affiliate));
  const account = await bench.stripe.accounts.retrieve(await ensureAccount(affiliate));
  expect(account).toMatchObject({ country: "DE", controller: { stripe_dashboard: { type: "express" } } });
});

test("an affiliate who joins again does not get the former account", async () => {
  vi.stubEnv("TABLE_PAYOUTS", "payouts");
  const stranger = affiliateOf("zoe", "zoe@example.com");
  await transact(createAffiliate(stranger));
  const before = await ensureAccount(stranger);
  await leaveAsStranger("zoe", "2026-11-20T08:00:00.000Z");
  expect(await getAffiliate("zoe")).toBeUndefined();
  await transact(createAffiliate(stranger));
  const after = await ensureAccount(stranger);
  expect(after).not.toBe(before);
  expect(await getAffiliate("zoe")).toMatchObject({ stripeAccountId: after });
});

test("an affiliate who joins again gets a new account even if the former row was kept", async () => {
  const stranger = affiliateOf("max", "max@example.com");
  await transact(createAffiliate(stranger));
  const before = await ensureAccount(stranger);
  rows.put("payouts", { pk: "affiliate#max", sk: "balance", affiliateId: "max" });
  await leaveAsStranger("max", "2026-11-20T08:00:00.000Z");
  expect(await ensureAccount(stranger)).not.toBe(before);
});

test("an affiliate who earned a commission gets a mail if the proof of the account's address suspends the affiliate", async () => {
  await transact(createAffiliate(affiliateOf("mia", "mia@example.com")));
  const before = await joined("mia");
  rows.put("payouts", { pk: "affiliate#mia", sk: "balance", affiliateId: "mia" });
  await leaveAsStranger("mia", "2026-11-20T08:00:00.000Z");
  expect(affiliateMails(before, await joined("mia"), new Date())).toMatchObject([
    { template: "affiliateSuspended", to: { userId: "mia" }, data: { decidedOn: "November 20, 2026" } },
  ]);
});

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

async function link(name: string, before?: Affiliate): Promise<{ url: string; account: string }> {
  const url = await linkToStripe(before ?? (await joined(name)), "https://site.test/affiliate");
  return { url, account: (await joined(name)).stripeAccountId ?? "" };
}

test("a closed account is replaced by a new account in the same country, even repeatedly", async () => {
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
  // Stripe has not confirmed payouts for the new account.
  expect(await joined("ann")).toMatchObject({ payoutsEnabled: false });
  await bench.stripe.accounts.del(second.account);
  const third = await link("ann");
  expect((await bench.stripe.accounts.retrieve(third.account)).id).toBe(third.account);
});

test("two windows that find the account closed get the same new account", async () => {
  const { account, affiliate } = await connected("ben");
  await bench.stripe.accounts.del(account);
  const [one, other] = [await link("ben", affiliate), await link("ben", affiliate)];
  expect(other.account).toBe(one.account);
  expect(
    (await bench.stripe.accounts.list()).data.filter(({ email }) => email === "ben@example.com"),
  ).toHaveLength(1);
});
