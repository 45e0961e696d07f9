import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { RATES } from "../../infra/firewall.ts";
import { STAGES } from "../../infra/names.ts";
import { STAGE_SETTINGS } from "../../infra/stages.ts";
import { fixedUnits, runsAMonth } from "../../scripts/costs/fixed.ts";
import { COSTS_FILE, costOf, monthOf, totalOf } from "../../scripts/costs/page.ts";
import { isAmazons } from "../../scripts/costs/price.ts";
import { COGNITO_PLANS, PRICES } from "../../scripts/costs/prices.ts";
import { resourcesOf } from "../../scripts/costs/template.ts";
import { CALLS, usageOf } from "../../scripts/costs/usage.ts";

const counted = readFileSync(path.resolve(import.meta.dirname, "../integration/roundTrips.test.ts"), "utf8");

test.each(CALLS.filter(({ id }) => id !== "stripeEvents/stripeWebhook"))(
  "for $id, the cost model counts the same DynamoDB calls as test/integration/roundTrips.test.ts",
  ({ id, asks }) => {
    const from = counted.indexOf(`"${id}",`);
    const found = /\[((?:"[A-Z]\w+"(?:, )?)+)\]/.exec(counted.slice(from));
    expect(from).toBeGreaterThan(-1);
    expect(found?.[1]?.replaceAll('"', "").split(", ")).toEqual(asks);
  },
);

test("for a webhook that sends mail, the cost model counts the same DynamoDB calls as test/integration/roundTrips.test.ts", () => {
  const asks = CALLS.find(({ id }) => id === "stripeEvents/stripeWebhook")?.asks;
  expect(counted).toContain(`const WITH_MAIL = "${asks?.join()}";`);
});

test("prod costs at most 27 dollars a month before the first customer, and dev at most 5", () => {
  const prod = totalOf(monthOf(0, "prod"));
  expect(prod).toBeLessThanOrEqual(27);
  // Without the protection of accounts: the web ACL of the customers' pool and two of its three rules.
  expect(prod - PRICES.firewalls.dollars - 2 * PRICES.firewallRules.dollars).toBeLessThanOrEqual(20);
  expect(totalOf(monthOf(0, "dev"))).toBeLessThanOrEqual(5);
  // Each of the first two rotations of the alarms' key costs as much as another key.
  expect(prod + 2 * PRICES.keys.dollars).toBeLessThanOrEqual(30);
});

test("the decision about the API's own address states the cost of a refused call and the number of routes", () => {
  const page = readFileSync(
    path.resolve(import.meta.dirname, "../../docs/decisions/what-may-be-in-an-address.md"),
    "utf8",
  ).replaceAll("\n", " ");
  const audiences = Object.values(ENDPOINTS).map(({ audience }) => audience);
  const open = audiences.filter((audience) => ["device", "public", "stripe"].includes(audience));
  expect(page).toContain(`on the ${open.length} routes that ask for no token`);
  expect(page).toContain(`On the other ${audiences.length - open.length} the gateway`);
  const aMillion = [
    PRICES.gateway.dollars,
    PRICES.invocations.dollars,
    // 10 ms with half a gigabyte of memory.
    0.01 * 0.5 * 1_000_000 * PRICES.compute.dollars,
  ];
  for (const dollars of aMillion) expect(page).toContain(`| ${dollars.toFixed(2)} |`);
  const anHour = (aMillion.reduce((sum, one) => sum + one) * 3600 * 2000) / 1_000_000;
  expect(STAGE_SETTINGS.prod.throttling.device.rate).toBe(2000);
  expect(STAGE_SETTINGS.prod.throttling.public.rate).toBe(200);
  expect(page).toContain(`costs ${Math.round(anHour)} usd an hour`);
});

test("the cost model counts the firewalls, alarms, secrets and keys of the templates", () => {
  const prod = usageOf(0, "prod");
  expect(prod).toMatchObject({ firewalls: 2, firewallRules: 4 + RATES.length, secrets: 4, keys: 2 });
  expect(prod.alarms).toBeGreaterThan(20);
  expect(usageOf(0, "dev")).toMatchObject({ firewalls: 0, firewallRules: 0, alarms: 0, secrets: 4, keys: 2 });
});

test.each(STAGES)("the budget of %s does not warn in a normal month", (stage) => {
  expect(0.8 * STAGE_SETTINGS[stage].monthlyBudget).toBeGreaterThan(1.5 * totalOf(monthOf(0, stage)));
});

test("the cost of an alarm depends on its metrics, and each metric counts once", () => {
  const alarms = resourcesOf("prod").filter(({ Type }) => Type === "AWS::CloudWatch::Alarm");
  expect(usageOf(0, "prod").alarms).toBeGreaterThan(alarms.length);
  expect(fixedUnits("prod").metrics).toBe(8);
});

test("runs of schedules are counted from their expressions", () => {
  expect(runsAMonth("rate(5 minutes)")).toBe(8640);
  expect(runsAMonth("rate(1 hour)")).toBe(720);
  expect(runsAMonth("cron(0 3 * * ? *)")).toBe(30);
  expect(runsAMonth("cron(20,40 3-5 * * ? *)")).toBe(30 * 6);
  expect(runsAMonth("cron(0 9 ? * MON *)")).toBeCloseTo(4.29);
  expect(() => runsAMonth("at(2027-01-01T00:00:00)")).toThrow(/fixed.ts does not know how often/);
});

test("the cost model has the prices of the plans that the user pools have in the template", () => {
  const pools = resourcesOf("prod").filter(({ Type }) => Type === "AWS::Cognito::UserPool");
  expect(pools.map(({ Properties }) => [Properties.UserPoolName, Properties.UserPoolTier])).toEqual([
    [`${BRAND.slug}-prod`, "LITE"],
    [`${BRAND.slug}-prod-operators`, "ESSENTIALS"],
  ]);
  expect(COGNITO_PLANS.LITE).toBe(PRICES.people);
  expect(COGNITO_PLANS.ESSENTIALS.dollars).toBe(PRICES.operators.dollars);
});

test("the cost model subtracts the free amount and uses each band's price", () => {
  expect(costOf(PRICES.people, 10_000)).toBe(0);
  expect(costOf(PRICES.people, 10_100)).toBeCloseTo(0.55);
  expect(costOf(PRICES.people, 1_000_000)).toBeCloseTo(495 + 4140);
  expect(costOf(COGNITO_PLANS.ESSENTIALS, 1_000_000)).toBeCloseTo(14_850);
  expect(costOf(COGNITO_PLANS.PLUS, 1_000_000)).toBeCloseTo(20_000);
  expect(costOf(PRICES.gateway, 2_500_000)).toBe(2.5);
});

test("each price names its source", () => {
  expect(isAmazons({ source: "https://aws.amazon.com/kms/pricing/" })).toBe(true);
  expect(isAmazons({ source: "https://docs.aws.amazon.com/kms/" })).toBe(true);
  expect(isAmazons({ source: "https://aws.amazon.com.example/kms/pricing/" })).toBe(false);
  const rows = readFileSync(COSTS_FILE, "utf8").split("\n");
  for (const price of Object.values(PRICES))
    expect(rows.find((row) => row.startsWith(`| ${price.what} |`) && row.includes(price.source))).toContain(
      isAmazons(price) ? "| Amazon's |" : "| quoted |",
    );
});

test("at low traffic every call is traced, and at high traffic one a second and a twentieth of the rest", () => {
  const few = usageOf(100);
  expect(few.traces).toBe(few.invocations);
  const many = usageOf(1_000_000);
  const always = 60 * 60 * 24 * 30;
  expect(many.traces).toBeCloseTo(always + (many.invocations - always) / 20);
});

test("the gateway's calls grow with the customers; the alarms, secrets and firewall rules do not", () => {
  const [few, many] = [usageOf(100), usageOf(10_000)];
  const idle = usageOf(0);
  expect(many.gateway - idle.gateway).toBe(100 * (few.gateway - idle.gateway));
  expect([many.alarms, many.secrets, many.firewallRules]).toEqual([
    few.alarms,
    few.secrets,
    few.firewallRules,
  ]);
});
