import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { levelOf } from "#shared/apiKeys/levels.ts";
import { AREAS, highestLevel, SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { Access } from "../../infra/access/grants.ts";
import { ACCESS } from "../../infra/access.ts";
import { API_KEY_ROUTES_FILE, apiKeyRoutesText } from "../../scripts/docs/apiKeyRoutes.ts";

const operators = Object.entries<Endpoint>(ENDPOINTS).filter(([, { audience }]) => audience === "operator");

test("shared/apiKeys/routes.ts is current: npm run docs writes it", () => {
  expect(readFileSync(API_KEY_ROUTES_FILE, "utf8")).toBe(apiKeyRoutesText());
});

test("no key reaches the keys or an operator's own session, and every other call of operators has a scope", () => {
  const closed = operators.filter(([, contract]) => levelOf(contract) === null).map(([id]) => id);
  expect(closed.sort()).toEqual([
    "accounts/endOperatorSession",
    "accounts/startOperatorSession",
    "apiKeys/createApiKey",
    "apiKeys/listApiKeys",
    "apiKeys/revokeApiKey",
  ]);
  expect(SCRIPT_ROUTES.map(({ id }) => id).sort()).toEqual(
    operators.flatMap(([id]) => (closed.includes(id) ? [] : [id])).sort(),
  );
});

test("no call of customers, devices or Stripe is open to a key", () => {
  for (const [, contract] of Object.entries<Endpoint>(ENDPOINTS))
    if (contract.audience !== "operator") expect(levelOf(contract)).toBeNull();
});

test("the level critical is offered where a call asks for a fresh sign-in", () => {
  expect(AREAS.filter((area) => highestLevel(area) === "critical").sort()).toEqual([
    "accounts",
    "affiliates",
    "billing",
    "insights",
    "licenses",
    "payouts",
    "promotions",
  ]);
});

const READING = operators.filter(([, contract]) => levelOf(contract) === "read");
describe.each(READING)("%s", (id) => {
  test("changes nothing, for the level read is enough", () => {
    const { tables = {}, sends = [], cognito = [] }: Access = ACCESS[id as keyof typeof ACCESS];
    const actions = Object.values(tables).flatMap((grant) => ("actions" in grant ? grant.actions : grant));
    expect(actions.filter((action) => !/^(GetItem|BatchGetItem|Query)$/.test(action))).toEqual([]);
    expect([...sends, ...cognito].filter((action) => action !== "AdminGetUser")).toEqual([]);
  });
});
