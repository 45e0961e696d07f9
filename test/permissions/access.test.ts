import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { authorizeFunction, judge, readModelAtRest, Usage, unusedGrants } from "#local-aws";
import { ACCEPTED } from "./accepted.ts";

/**
 * What the functions of this test run made use of, on every stack and in every world in memory, against what its template grants. Together the two tests say
 * that infra/access.ts is exact: no row grants more than is used, and none can be taken away.
 */
const root = path.resolve(import.meta.dirname, "../..");
const model = readModelAtRest(path.join(root, ".local/cdk.out"));
const files = globSync(path.join(root, ".local/test*/data/usage.json"));
const usageIn = (those: readonly string[]) =>
  merge(those.map((file) => Usage.parse(JSON.parse(readFileSync(file, "utf8")))));
const used = usageIn(files);
/** What stories in one process used, where no template refuses anything: test/simulation/usage.ts. */
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

test("there are recordings of this run", () => {
  expect(files.length).toBeGreaterThan(0);
});

test("nothing is granted that the tests never use", () => {
  const { left } = judge(unusedGrants(model, used), ACCEPTED);
  expect(left.map(({ functionId, action, resource }) => `${functionId} ${action} ${resource}`)).toEqual([]);
});

test("stories in one process use nothing that is not granted", () => {
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

test("nothing is accepted that is not granted", () => {
  // Whether a race comes about differs from run to run: what it uses may be used, and need not be.
  expect(judge(unusedGrants(model, {}), ACCEPTED).stale).toEqual([]);
});

const functions = model.functions.filter(({ id }) => used[id] !== undefined);

describe("without its row in infra/access.ts", () => {
  test.each(functions.map((fn) => [fn.id, fn] as const))("%s is refused what it does", (id, fn) => {
    const withoutRow = { ...fn, statements: [] };
    const calls = Object.entries(used[id] ?? {}).flatMap(([action, resources]) =>
      resources.map((resource) => ({ action, resource })),
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls)
      expect(() => authorizeFunction(model.accountId, withoutRow, call)).toThrow(
        expect.objectContaining({
          code: "AccessDeniedException",
          message: expect.stringContaining(`${call.action} on resource: ${call.resource}`),
        }),
      );
  });

  test("and without any one of its actions it is refused that one", () => {
    for (const fn of functions)
      for (const [action, resources] of Object.entries(used[fn.id] ?? {}))
        for (const resource of resources) {
          const statements = fn.statements.map((statement) => ({
            ...statement,
            actions: statement.actions.filter((granted) => granted.toLowerCase() !== action.toLowerCase()),
          }));
          expect(() =>
            authorizeFunction(model.accountId, { ...fn, statements }, { action, resource }),
          ).toThrow(action);
        }
  });
});
