import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it, onTestFinished } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { operatorHash } from "../../scripts/operator/hash.ts";
import { removeOperatorOf } from "../../scripts/operatorRemove.ts";
import { operatorRowOf } from "../support/memory/operator.ts";
import { type Call, json, startCloud } from "./cloud.ts";
import { outcomeOf, STAGE } from "./commandBench.ts";

const EMAIL = "leaver@example.com";
const NOW = new Date("2026-11-25T12:00:00.000Z");
const key = (id: string, createdBy: string, revokedAt: string | null = null) => ({
  pk: "apiKeys",
  sk: id,
  id,
  hash: "hash",
  name: `script ${id}`,
  scopes: { payouts: "critical" },
  createdBy,
  createdAt: "2026-11-01T00:00:00.000Z",
  expiresAt: null,
  revokedAt,
  lastUsedOn: null,
});
type Key = ReturnType<typeof key>;

/** A stage with these API keys. The operator `sub-1` still has a row, an account, or both. */
async function stageWith({ keys = [] as Key[], hasRow = true, hasAccount = true, failing = /none/ }) {
  const written: { Update?: Written; Put?: Written; Delete?: Written }[][] = [];
  const rows = new Set(hasRow ? ["sub-1"] : []);
  const answer = ({ service, operation, body }: Call) => {
    if (operation === "AdminDeleteUser") return json({});
    if (service !== "dynamodb") return undefined;
    const asked = JSON.parse(body);
    if (operation === "Query") return json({ Items: keys.map((each) => marshall(each)) });
    if (operation === "GetItem") {
      const userId = asked.Key.pk.S;
      const row = { ...operatorRowOf({ userId, sessions: ["one"] }), email: EMAIL };
      return json(rows.has(userId) ? { Item: marshall(row) } : {});
    }
    written.push(asked.TransactItems);
    for (const { Delete } of asked.TransactItems) rows.delete(Delete?.Key.pk.S);
    return json({});
  };
  const cloud = await startCloud(
    {
      [`/${BRAND.slug}/prod/operator-pool-id`]: "operators",
      [`/${BRAND.slug}/prod/operator-email`]: "boss@example.com",
      ...(hasAccount ? { [`operators/${EMAIL}`]: "sub-1" } : {}),
    },
    failing,
    answer,
  );
  onTestFinished(async () => void (await cloud.close()));
  const remove = (answered: string, ...more: string[]) =>
    outcomeOf((say) =>
      removeOperatorOf([...STAGE, ...(more.length > 0 ? more : ["--email", EMAIL])], {
        connect: cloud.connect,
        say,
        ask: async () => answered,
        now: () => NOW,
      }),
    );
  const accountCalls = () =>
    cloud.calls.flatMap((line) => /cognito-idp (Admin(?!GetUser)\w+)/.exec(line)?.[1] ?? []);
  return { cloud, remove, written, accountCalls };
}
type Written = {
  TableName: string;
  Key?: Record<string, { S: string }>;
  Item?: Record<string, { S: string }>;
};

describe("operator:remove", () => {
  it("deletes the row and revokes the operator's keys, each with an audit entry, and then deletes the account", async () => {
    const keys = [key("a", "sub-1"), key("b", "another"), key("c", "sub-1", NOW.toISOString())];
    const { remove, written, accountCalls } = await stageWith({ keys });
    const said = await remove(EMAIL);
    expect(said).toMatch(/These API keys of leaver@example\.com will be revoked: script a\. Scripts/);
    expect(said).toMatch(/leaver@example\.com is no longer an operator/);
    expect(written).toMatchObject([
      [
        {
          Delete: {
            TableName: `${BRAND.slug}-prod-users`,
            Key: { pk: { S: "sub-1" }, sk: { S: "operator" } },
          },
        },
        {
          Put: {
            TableName: `${BRAND.slug}-prod-audit`,
            Item: {
              operator: { S: "deployer" },
              action: { S: "operator:remove" },
              subject: { S: "operator#sub-1" },
            },
          },
        },
      ],
      [
        { Update: { Key: { pk: { S: "apiKeys" }, sk: { S: "a" } } } },
        {
          Put: {
            Item: {
              operator: { S: "deployer" },
              action: { S: "apiKeys/revokeApiKey" },
              subject: { S: "apiKey#a" },
              after: { M: { name: { S: "script a" }, revokedAt: { S: NOW.toISOString() } } },
            },
          },
        },
      ],
    ]);
    expect(accountCalls()).toEqual(["AdminUserGlobalSignOut", "AdminDeleteUser"]);
  });

  it("removes nothing if the typed address differs, and asks only about an existing operator", async () => {
    const { remove, written, accountCalls } = await stageWith({ keys: [key("a", "sub-1")] });
    expect(await remove("yes")).toMatch(/Nothing was removed/);
    expect(await remove(EMAIL, "--email", "nobody@example.com")).toMatch(
      /nobody@example\.com is not an operator/,
    );
    expect(await remove(EMAIL, "--email", "boss@example.com")).toMatch(
      /Alarms and the operator's mail go to boss@example\.com\. Name another operator first/,
    );
    expect([written, accountCalls()]).toEqual([[], []]);
  });

  it("keeps the operator who receives alarms and mail until a deployment names another", async () => {
    const config = { backOffice: { operator: operatorHash("operators", EMAIL) } };
    const { remove, written, cloud } = await stageWith({});
    cloud.known.set(`${BRAND.slug}-prod-site-111122223333/config.json`, JSON.stringify(config));
    expect(await remove(EMAIL)).toMatch(
      /still go to leaver@example\.com: .*boss@example\.com, is not deployed yet\. Run npm run deploy -- --stage prod/,
    );
    expect(written).toEqual([]);
    config.backOffice.operator = operatorHash("operators", "boss@example.com");
    cloud.known.set(`${BRAND.slug}-prod-site-111122223333/config.json`, JSON.stringify(config));
    expect(await remove(EMAIL)).toMatch(/is no longer an operator/);
  });

  it("finds an operator without an account at Cognito by the row, and deletes no account", async () => {
    const { remove, written, accountCalls } = await stageWith({
      keys: [key("a", "sub-1")],
      hasAccount: false,
    });
    expect(await remove(EMAIL)).toMatch(/is no longer an operator/);
    expect(written).toHaveLength(2);
    expect(accountCalls()).toEqual([]);
  });

  it("continues after a run that died between the row and the keys", async () => {
    const { remove, written, accountCalls } = await stageWith({ keys: [key("a", "sub-1")], hasRow: false });
    expect(await remove(EMAIL)).toMatch(/revoked: script a/);
    expect(written).toMatchObject([[{ Update: { Key: { sk: { S: "a" } } } }, {}]]);
    expect(accountCalls()).toEqual(["AdminUserGlobalSignOut", "AdminDeleteUser"]);
  });

  it.each([
    ["the row could not be removed", true, /could not be removed/],
    ["a key could not be revoked", false, /could not be revoked/],
  ])("leaves the account for the next run if %s", async (_, hasRow, says) => {
    const keys = [key("a", "sub-1")];
    const { remove, accountCalls } = await stageWith({ keys, hasRow, failing: /TransactWrite/ });
    expect(await remove(EMAIL)).toMatch(says);
    expect(accountCalls()).toEqual([]);
  });
});
