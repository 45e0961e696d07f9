import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { authorizeFunction, judge, readModelAtRest, Usage, unusedGrants } from "#local-aws";
import { ACCEPTED } from "./accepted.ts";

/**
 * Compares the template's grants with the permissions that the functions used in this test run. Together the tests
 * prove that infra/access.ts is exact: every granted permission is used, except those in accepted.ts, and no row can be
 * removed.
 */
const root = path.resolve(import.meta.dirname, "../..");
const model = readModelAtRest(path.join(root, ".local/cdk.out"));
const files = globSync(path.join(root, ".local/test*/data/usage.json"));
const usageIn = (those: readonly string[]) =>
  merge(those.map((file) => Usage.parse(JSON.parse(readFileSync(file, "utf8")))));
const used = usageIn(files);
/** The permissions that stories in one process used without an enforcing template: test/simulation/usage.ts. */
const told = usageIn(files.filter((file) => file.includes("test-world-")));

function merge(usages: Usage[]): Usage {
  const all: Record<string, Record<string, string[]>> = {};
  for (const usage of usages)
    for (const [functionId, actions] of Object.entries(usage))
      for (const [action, resources] of Object.entries(actions)) {
        all[functionId] ??= {};
        all[functionId][action] = [...new Set([...(all[functionId][action] ?? []), ...resources])];
      }
  return all;
}

test("the test run has recorded its permissions", () => {
  expect(files.length).toBeGreaterThan(0);
});

test("the tests use every granted permission except the accepted ones", () => {
  const { left } = judge(unusedGrants(model, used), ACCEPTED);
  expect(left.map(({ functionId, action, resource }) => `${functionId} ${action} ${resource}`)).toEqual([]);
});

test("stories in one process use only granted permissions", () => {
  const denied = model.functions.flatMap((fn) =>
    Object.entries(told[fn.id] ?? {}).flatMap(([action, resources]) =>
      resources.flatMap((resource) => {
        try {
          authorizeFunction(model.accountId, fn, { action, resource });
          return [];
        } catch {
          return [`${fn.id} ${action} ${resource}`];
        }
      }),
    ),
  );
  expect(denied).toEqual([]);
});

test("every accepted exception is a granted permission", () => {
  // Races differ from run to run, so a run may or may not use an accepted permission.
  expect(judge(unusedGrants(model, {}), ACCEPTED).stale).toEqual([]);
});

const functions = model.functions.filter(({ id }) => used[id] !== undefined);

const callsOf = (id: string) =>
  Object.entries(used[id] ?? {}).flatMap(([action, resources]) =>
    resources.map((resource) => ({ action, resource })),
  );

test.each(functions.map((fn) => [fn.id, fn] as const))(
  "%s is refused all its calls without its row in infra/access.ts",
  (id, fn) => {
    const withoutRow = { ...fn, statements: [] };
    expect(callsOf(id).length).toBeGreaterThan(0);
    for (const call of callsOf(id))
      expect(() => authorizeFunction(model.accountId, withoutRow, call)).toThrow(
        expect.objectContaining({
          code: "AccessDeniedException",
          message: expect.stringContaining(`${call.action} on resource: ${call.resource}`),
        }),
      );
  },
);

test("a function without one of its actions is refused that action", () => {
  for (const fn of functions)
    for (const call of callsOf(fn.id)) {
      const statements = fn.statements.map((statement) => ({
        ...statement,
        actions: statement.actions.filter((granted) => granted.toLowerCase() !== call.action.toLowerCase()),
      }));
      expect(() => authorizeFunction(model.accountId, { ...fn, statements }, call)).toThrow(call.action);
    }
});
