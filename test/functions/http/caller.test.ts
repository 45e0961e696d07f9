import { beforeAll, describe, expect, test, vi } from "vitest";
import { identify } from "../../../functions/http/caller.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { parseGroups, stripPort } from "../../../functions/platform/visitor.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorRowOf } from "../../support/memory/operator.ts";

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
])("the viewer address %s is read as %s", (header, address) => {
  expect(stripPort(header)).toBe(address);
});

describe("an operator's call", () => {
  beforeAll(() => {
    vi.stubEnv("TABLE_USERS", "Users");
    rows = memoryDynamo(network());
  });
  let rows: Rows;
  const SIGNED_IN = 1_790_000_000;
  const SESSION = "the-sign-in";
  const known = operatorRowOf({ userId: "op", sessions: [SESSION] });
  const operator = { audience: "operator", method: "GET" } as const;
  const attempt = (
    row: Record<string, unknown> | undefined,
    {
      contract = operator,
      ...changed
    }: Record<string, unknown> & { contract?: Parameters<typeof identify>[1] } = {},
  ) => {
    rows.clear();
    if (row) rows.put("Users", { ...known, ...row });
    const claims = {
      sub: "op",
      token_use: "access",
      origin_jti: SESSION,
      "cognito:groups": "[operators]",
      auth_time: String(SIGNED_IN),
      ...changed,
    };
    const event = { headers: {}, requestContext: { authorizer: { jwt: { claims } } } };
    return identify(event as unknown as ApiEvent, contract);
  };
  const refused = (code: string) => expect.objectContaining({ code });

  test("is accepted with the group, a row and a started session", async () => {
    await expect(attempt({})).resolves.toMatchObject({ userId: "op", session: SESSION });
  });

  test.each<[string, Record<string, unknown> | undefined, Record<string, unknown>, string]>([
    ["a person outside the group", {}, { "cognito:groups": "[support]" }, "FORBIDDEN"],
    ["an account that operator:create did not create", undefined, {}, "AUTH_ERROR"],
    ["a sign-in whose session has not started", {}, { origin_jti: "another" }, "SESSION_ENDED"],
    [
      "a token that names no sign-in",
      { sessions: [{ id: "", at: known.sessions[0]?.at }] },
      { origin_jti: "" },
      "AUTH_ERROR",
    ],
    ["a sign-in that has ended", { sessionsValidFrom: SIGNED_IN }, {}, "SESSION_ENDED"],
  ])("is refused if it comes from %s", async (_what, row, claims, code) => {
    await expect(attempt(row, claims)).rejects.toEqual(refused(code));
  });

  test("may start the first session, but not with a sign-in from before the operator's sessions were ended", async () => {
    const contract = { ...operator, beforeSession: true } as const;
    await expect(attempt({ sessions: [] }, { contract })).resolves.toMatchObject({ userId: "op" });
    await expect(attempt({ sessionsValidFrom: SIGNED_IN }, { contract })).rejects.toEqual(
      refused("SESSION_ENDED"),
    );
    await expect(attempt({ sessionsValidFrom: SIGNED_IN - 1 }, { contract })).resolves.toMatchObject({});
  });
});
