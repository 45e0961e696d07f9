import { beforeAll, describe, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { identify, parseGroups, stripPort } from "../../../functions/platform/caller.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

test.each([
  ["[operators]", ["operators"]],
  ["[operators support]", ["operators", "support"]],
  ["[]", []],
  [undefined, []],
  ["operators", []],
  [["operators"], []],
])("the groups claim %j is read as %j", (claim, groups) => {
  expect(parseGroups(claim)).toEqual(groups);
});

test.each([
  ["203.0.113.24:41234", "203.0.113.24"],
  ["2001:db8::1:41234", "2001:db8::1"],
  ["[2001:db8::1]:41234", "2001:db8::1"],
  [undefined, null],
])("the viewer address %s is %s", (header, address) => {
  expect(stripPort(header)).toBe(address);
});

describe("an operator without a second factor", () => {
  beforeAll(() => {
    vi.stubEnv("TABLE_USERS", "Users");
    rows = memoryDynamo(network());
  });
  let rows: Rows;
  const SIGNED_IN = 1_790_000_000;
  const attempt = (contract: Parameters<typeof identify>[1], signIns: number[]) => {
    const user = { ...newAccount("op", "op@example.com", new Date()), secondFactorSignIns: signIns };
    rows.put("Users", { pk: "op", sk: "account", ...user });
    const claims = {
      sub: "op",
      token_use: "access",
      "cognito:groups": "[operators]",
      auth_time: String(SIGNED_IN),
    };
    const event = { headers: {}, requestContext: { authorizer: { jwt: { claims } } } };
    return identify(event as unknown as ApiEvent, contract);
  };
  const operator = { audience: "operator" } as const;

  test("is refused where the deployment asks for one, until this very sign-in is covered", async () => {
    vi.stubEnv("SECOND_FACTOR", "required");
    await expect(attempt(operator, [])).rejects.toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
    await expect(attempt(operator, [SIGNED_IN - 60])).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
    });
    await expect(attempt(operator, [SIGNED_IN])).resolves.toMatchObject({ userId: "op" });
  });

  test("gets to the enrolment, and everywhere where the deployment does not ask", async () => {
    vi.stubEnv("SECOND_FACTOR", "required");
    await expect(attempt({ ...operator, beforeSecondFactor: true }, [])).resolves.toMatchObject({
      userId: "op",
    });
    vi.stubEnv("SECOND_FACTOR", "optional");
    await expect(attempt(operator, [])).resolves.toMatchObject({ userId: "op" });
  });
});
