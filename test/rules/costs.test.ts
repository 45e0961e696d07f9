import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { COSTS_FILE, costOf, costsPage } from "../../scripts/costs/page.ts";
import { isAmazons, PRICES } from "../../scripts/costs/prices.ts";
import { CALLS, usageOf } from "../../scripts/costs/usage.ts";

const counted = readFileSync(path.resolve(import.meta.dirname, "../integration/roundTrips.test.ts"), "utf8");

test("docs/costs.md says what prices and units come to: npm run costs writes it", () => {
  expect(readFileSync(COSTS_FILE, "utf8")).toBe(costsPage());
});

test.each(CALLS.filter(({ id }) => id !== "billing/stripeWebhook"))(
  "$id asks of DynamoDB what was counted",
  ({ id, asks }) => {
    const from = counted.indexOf(`"${id}",`);
    const found = /\[((?:"[A-Z]\w+"(?:, )?)+)\]/.exec(counted.slice(from));
    expect(from).toBeGreaterThan(-1);
    expect(found?.[1]?.replaceAll('"', "").split(", ")).toEqual(asks);
  },
);

test("a webhook asks what was counted where it also sends mail", () => {
  const asks = CALLS.find(({ id }) => id === "billing/stripeWebhook")?.asks;
  expect(counted).toContain(`const WITH_MAIL = "${asks?.join()}";`);
});

test("what is free is taken off, and a price that is missing is no zero", () => {
  expect(costOf(PRICES.people, 10_000)).toBe(0);
  expect(costOf(PRICES.people, 10_100)).toBeCloseTo(1.5);
  expect(costOf(PRICES.gateway, 2_500_000)).toBe(2.5);
  expect(costOf(PRICES.recovery, 1_000_000)).toBeNull();
});

test("who says a price is said beside it", () => {
  expect(isAmazons({ source: "https://aws.amazon.com/kms/pricing/" })).toBe(true);
  expect(isAmazons({ source: "https://docs.aws.amazon.com/kms/" })).toBe(true);
  expect(isAmazons({ source: "https://aws.amazon.com.example/kms/pricing/" })).toBe(false);
  const rows = readFileSync(COSTS_FILE, "utf8").split("\n");
  for (const price of Object.values(PRICES))
    expect(rows.find((row) => row.startsWith(`| ${price.what} |`) && row.includes(price.source))).toContain(
      isAmazons(price) ? "| Amazon's |" : "| quoted |",
    );
});

test("of few calls all are traced, of many a twentieth and one a second", () => {
  const few = usageOf(100);
  expect(few.traces).toBe(few.invocations);
  const many = usageOf(1_000_000);
  const always = 60 * 60 * 24 * 30;
  expect(many.traces).toBeCloseTo(always + (many.invocations - always) / 20);
});

test("what grows with customers does, and what is fixed does not", () => {
  const [few, many] = [usageOf(100), usageOf(10_000)];
  expect(many.gateway).toBe(100 * few.gateway);
  expect([many.alarms, many.secrets, many.firewallRules]).toEqual([
    few.alarms,
    few.secrets,
    few.firewallRules,
  ]);
});
