import { expect, test } from "vitest";
import { PLAN_ENTITLEMENTS } from "#shared/catalog/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import type { KeyExtras } from "#shared/licenses/entitlements.ts";
import { entitlementsOf, withExtras } from "../../../functions/licenses/leaseRules.ts";
import { LICENSE } from "./license.ts";

const NO_LIMIT: KeyExtras = { features: [], coveredVersion: null, coveredUntil: null, metadata: {} };
const PLAN = {
  features: ["voices"],
  coveredVersion: "3",
  coveredDays: 365,
  metadata: { plan: "studio", region: "eu" },
};
const extras = (change: Partial<KeyExtras>) => ({ ...LICENSE, extras: { ...NO_LIMIT, ...change } });
const END_OF_PLAN = (Date.parse(LICENSE.assignedAt) + 365 * DAY) / SECOND;

test.each(Object.keys(PLAN_ENTITLEMENTS))("the plan of a key from the source %s limits nothing", (source) => {
  expect(entitlementsOf({ ...LICENSE, source: source as "free" })).toEqual(NO_LIMIT);
});

test("a plan with 365 covered days covers releases until 365 days after the key was assigned", () => {
  expect(entitlementsOf(LICENSE, PLAN)).toEqual({
    features: ["voices"],
    coveredVersion: "3",
    coveredUntil: END_OF_PLAN,
    metadata: { plan: "studio", region: "eu" },
  });
});

test("an operator's additions to a key extend its plan", () => {
  const given = extras({ features: ["voices", "export-4k"], metadata: { region: "us", team: "Ann" } });
  expect(entitlementsOf(given, PLAN)).toEqual({
    features: ["voices", "export-4k"],
    coveredVersion: "3",
    coveredUntil: END_OF_PLAN,
    metadata: { plan: "studio", region: "us", team: "Ann" },
  });
});

test("the version and the date that an operator sets replace those of the plan", () => {
  const given = extras({ coveredVersion: "4.1", coveredUntil: "2030-01-01T00:00:00.500Z" });
  expect(entitlementsOf(given, PLAN)).toMatchObject({
    coveredVersion: "4.1",
    coveredUntil: Date.parse("2030-01-01T00:00:00.000Z") / SECOND,
  });
});

test("an operator's additions contain each feature once, and empty additions are dropped", () => {
  const given = { ...NO_LIMIT, features: ["voices", "voices"], metadata: { team: "Ann" } };
  const license = withExtras(LICENSE, given);
  expect(license).toMatchObject({ extras: { ...given, features: ["voices"] }, version: LICENSE.version + 1 });
  expect(withExtras(license, NO_LIMIT).extras).toBeNull();
  expect(withExtras(license, { ...NO_LIMIT, coveredVersion: "3" }).extras).not.toBeNull();
});
