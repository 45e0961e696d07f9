import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { MINUTE } from "#shared/instant.ts";
import { restoreStage } from "../../scripts/restore.ts";
import { type Answer, type Call, json, refused, startCloud } from "../infra/cloud.ts";

const PREFIX = `${BRAND.slug}-prod`;
const SEATS = `${PREFIX}-seats`;
const USERS = `${PREFIX}-users`;
const TO = "2026-11-28T03:00:00Z";
const NOW = new Date("2026-11-28T05:00:00Z");
const FILE = "restore-prod.tsv";
const ARGUMENTS = ["--stage", "prod", "--tables", "Seats,Users", "--to", TO];

type Row = Record<string, object>;
const row = (pk: string, sk: string, more: Row = {}): Row => ({ pk: { S: pk }, sk: { S: sk }, ...more });
const nameOf = ({ pk, sk }: Row) => JSON.stringify([pk, sk]);
const rest = (body: object): Answer => ({
  status: 200,
  type: "application/json",
  body: JSON.stringify(body),
});

/** The current rows, and those that DynamoDB restores from an earlier time. */
type Shop = { now: Record<string, Row[]>; earlier: Record<string, Row[]> };

type Ledger = { compared: number; differing: number; finished: boolean };
/** @param ledger what each run of the ledger's check reports */
function shopOf({ now, earlier }: Shop, ledger: readonly Ledger[]) {
  const reports = [...ledger];
  const tables = new Map(
    Object.entries(now).map(([name, rows]) => [name, new Map(rows.map((one) => [nameOf(one), one]))]),
  );
  const writers = {
    api: true,
    schedules: new Map([["reconciliation-reconcile", "ENABLED"]]),
    mapping: "Enabled",
  };
  const queued: string[] = [];
  let isBusy = true;
  const rowsOf = (table: string) => tables.get(table) ?? new Map<string, Row>();

  type Write = { PutRequest?: { Item: Row }; DeleteRequest?: { Key: Row } };
  type Asked = {
    TableName: string;
    TargetTableName: string;
    SourceTableName: string;
    RequestItems: Record<string, { Keys: Row[] } & Write[]>;
  };
  function database(operation: string, given: Asked): Answer | undefined {
    const { TableName, TargetTableName, SourceTableName, RequestItems } = given;
    switch (operation) {
      case "DescribeTable":
        return tables.has(TableName)
          ? json({ Table: { TableStatus: "ACTIVE" } })
          : refused("ResourceNotFoundException");
      case "RestoreTableToPointInTime":
        tables.set(
          TargetTableName,
          new Map((earlier[SourceTableName] ?? []).map((one) => [nameOf(one), one])),
        );
        return json({});
      case "Scan":
        return json({ Items: [...rowsOf(TableName).values()] });
      case "BatchGetItem": {
        const [[table, { Keys }] = ["", { Keys: [] }]] = Object.entries<{ Keys: Row[] }>(RequestItems);
        // At first, answers only one key, as a busy DynamoDB does.
        const answered = isBusy ? Keys.slice(0, 1) : Keys;
        isBusy = false;
        return json({
          Responses: { [table]: answered.flatMap((key) => rowsOf(table).get(nameOf(key)) ?? []) },
          UnprocessedKeys: answered.length < Keys.length ? { [table]: { Keys: Keys.slice(1) } } : {},
        });
      }
      case "BatchWriteItem": {
        for (const [table, writes] of Object.entries<Write[]>(RequestItems))
          for (const { PutRequest, DeleteRequest } of writes) {
            if (PutRequest) rowsOf(table).set(nameOf(PutRequest.Item), PutRequest.Item);
            if (DeleteRequest) rowsOf(table).delete(nameOf(DeleteRequest.Key));
          }
        return json({});
      }
      default:
        return undefined;
    }
  }

  function answer({ service, operation, resource, body }: Call): Answer | undefined {
    const name = resource.split("/").at(-1) ?? "";
    switch (`${service} ${operation}`) {
      case "apigateway GET":
        return rest({
          items: [
            { apiId: "other", name: "other" },
            { apiId: "a1", name: PREFIX },
          ],
        });
      case "apigateway PATCH":
        expect(name).toBe("a1");
        writers.api = !JSON.parse(body).disableExecuteApiEndpoint;
        return rest({});
      case "scheduler GET":
        return name === "schedules"
          ? rest({ Schedules: [...writers.schedules.keys()].map((Name) => ({ Name: `${PREFIX}-${Name}` })) })
          : rest({
              Name: name,
              State: writers.schedules.get(name.slice(PREFIX.length + 1)),
              Target: { Arn: "x" },
            });
      case "scheduler PUT":
        expect(JSON.parse(body)).toMatchObject({ Target: { Arn: "x" } });
        writers.schedules.set(name.slice(PREFIX.length + 1), JSON.parse(body).State);
        return rest({});
      case "lambda GET": {
        const function_ = `arn:aws:lambda:r:1:function:${PREFIX}-insights-project`;
        const mapping = { UUID: "m1", FunctionArn: function_, State: writers.mapping };
        // Lambda changes the state with a delay.
        if (writers.mapping.endsWith("ing")) writers.mapping = `${writers.mapping.slice(0, -3)}ed`;
        const other = { UUID: "m2", FunctionArn: "arn:aws:lambda:r:1:function:other-x", State: "Disabled" };
        return rest({ EventSourceMappings: [mapping, other] });
      }
      case "lambda PUT":
        expect(name).toBe("m1");
        writers.mapping = JSON.parse(body).Enabled ? "Enabling" : "Disabling";
        return rest({});
      case "lambda POST":
        return rest(reports.shift() ?? { compared: 0, differing: 0, finished: true });
      case "sqs GetQueueUrl":
        return json({ QueueUrl: `https://sqs.eu-west-1.amazonaws.com/1/${JSON.parse(body).QueueName}` });
      case "sqs SendMessage":
        queued.push(JSON.parse(body).MessageBody);
        return json({
          MD5OfMessageBody: createHash("md5")
            .update(queued.at(-1) ?? "")
            .digest("hex"),
        });
      default:
        return service === "dynamodb" ? database(operation, JSON.parse(body)) : undefined;
    }
  }
  const isStopped = () =>
    !writers.api && writers.mapping === "Disabled" && ![...writers.schedules.values()].includes("ENABLED");
  const isOpen = () =>
    writers.api && writers.mapping === "Enabled" && ![...writers.schedules.values()].includes("DISABLED");
  return {
    answer,
    rowsOf: (table: string) => [...rowsOf(table).values()],
    tables,
    queued,
    isStopped,
    isOpen,
  };
}

type Asked = (question: string, shop: ReturnType<typeof shopOf>) => string;

async function run(
  given: Shop,
  argv: readonly string[],
  asked: Asked,
  accounts: readonly string[] = [],
  ledger: readonly Ledger[] = [],
) {
  const shop = shopOf(given, ledger);
  const parameter = `/${BRAND.slug}/prod/user-pool-id`;
  const users = Object.fromEntries(accounts.map((userId) => [`pool-1/${userId}`, userId]));
  const cloud = await startCloud({ [parameter]: "pool-1", ...users }, undefined, shop.answer);
  onTestFinished(async () => {
    rmSync(FILE, { force: true });
    await cloud.close();
  });
  const said: string[] = [];
  let paused = 0;
  const outcome = await restoreStage(argv, {
    connect: cloud.connect,
    ask: async (question) => asked(question, shop),
    say: (line) => said.push(line),
    pause: async (milliseconds) => {
      paused += milliseconds;
    },
    now: () => NOW,
  }).then(
    () => "done",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { outcome, shop, said, calls: cloud.calls, paused };
}

const wordIn = (question: string): string =>
  /prod|copy|resume|erase/.exec(question.replace("stage's name", "prod"))?.[0] ?? "";
const yes: Asked = (question) => wordIn(question);

const set = (...words: string[]) => ({ labels: { SS: words } });
const SHOP: Shop = {
  now: {
    [SEATS]: [
      row("k1", "license", set("b", "a")),
      row("k3", "license", { tier: { S: "wrong" } }),
      row("k4", "license"),
    ],
    [USERS]: [row("u1", "account")],
  },
  earlier: {
    [SEATS]: [
      row("k1", "license", set("a", "b")),
      row("k2", "license"),
      row("k3", "license", { tier: { S: "right" } }),
      row("k5", "code", { expiresAtEpoch: { N: String(NOW.getTime() / 1000 - 60) } }),
    ],
    [USERS]: [row("u1", "account"), row("u2", "account")],
  },
};

test("a restore stops the stage, restores copies, compares, applies the edited plan, checks the result and resumes", async () => {
  let plan = "";
  const { outcome, shop, said, calls, paused } = await run(
    SHOP,
    ARGUMENTS,
    (question, { isStopped }) => {
      if (!question.includes("stage's name")) expect(isStopped()).toBe(true);
      if (question.includes("copy")) {
        plan = readFileSync(FILE, "utf8");
        writeFileSync(
          FILE,
          plan.replace(`put\t${USERS}`, `keep\t${USERS}`).replace(`keep\t${SEATS}`, `delete\t${SEATS}`),
        );
      }
      return wordIn(question);
    },
    ["u1", "u2"],
  );
  expect(outcome).toBe("done");
  expect(plan.split("\n").slice(1, -1)).toEqual([
    `put\t${SEATS}\tk2\tlicense\tlost`,
    `put\t${SEATS}\tk3\tlicense\tchanged: tier`,
    `keep\t${SEATS}\tk4\tlicense\tnew`,
    `put\t${USERS}\tu2\taccount\tlost`,
  ]);
  expect(shop.rowsOf(SEATS).map((one) => one.pk)).toEqual([{ S: "k1" }, { S: "k3" }, { S: "k2" }]);
  expect(shop.rowsOf(SEATS)[1]).toMatchObject({ tier: { S: "right" } });
  expect(shop.rowsOf(USERS)).toHaveLength(1);
  expect([...shop.tables.keys()]).toContain(`${SEATS}-20261128030000`);
  expect(paused).toBeGreaterThanOrEqual(15 * MINUTE);
  expect(shop.isOpen()).toBe(true);
  expect(said).toContain("2 rows copied, 1 deleted, 1 kept.");
  // The edited plan does not restore this account.
  expect(said).toContain("Compared again: 1 lost, 0 changed, 0 new.");
  const jobs = calls.flatMap((line) => /function:|functions\/(.+)\/invocations/.exec(line)?.[1] ?? []);
  expect(jobs).toEqual([`${PREFIX}-affiliates-checkLedger`, `${PREFIX}-reconciliation-reconcile`]);
  const writes = calls
    .filter((line) => / (PATCH|PUT) | BatchWriteItem/.test(line))
    .map((line) => line.split(" ")[1]);
  expect([...new Set(writes.slice(0, 3))]).toEqual(["apigateway", "scheduler", "lambda"]);
  expect(writes.slice(-3)).toEqual(["lambda", "scheduler", "apigateway"]);
});

test.each([
  ["the stage's name", "other", /^Nothing was changed/, true],
  ["copy", "", /prod is still stopped/, false],
  ["to open", "no", /prod is still stopped/, false],
])(
  'a restore ends after a wrong answer to the question with the words "%s", and leaves the stage as it was at that moment',
  async (about, word, refusal, isOpen) => {
    const { outcome, shop } = await run(SHOP, ARGUMENTS, (question) =>
      question.includes(about) ? word : wordIn(question),
    );
    expect(outcome).toMatch(refusal);
    expect({ isOpen: shop.isOpen(), isStopped: shop.isStopped() }).toEqual({ isOpen, isStopped: !isOpen });
  },
);

test("the answer “resume” changes no row, and --resume opens a stopped stage at once", async () => {
  const { outcome, shop } = await run(SHOP, ARGUMENTS, (question) =>
    question.includes("copy") ? "resume" : wordIn(question),
  );
  expect([outcome, shop.isOpen()]).toEqual(["done", true]);
  expect(shop.rowsOf(SEATS)).toEqual(SHOP.now[SEATS]);
  const opened = await run(SHOP, ["--stage", "prod", "--resume"], () => "");
  expect([opened.outcome, opened.shop.isOpen()]).toEqual(["done", true]);
});

test.each([
  ["erase", 1],
  ["no", 0],
])(
  "a restored account that the user pool lacks is deleted only if the answer is erase: %s",
  async (word, times) => {
    const { outcome, shop, said } = await run(
      SHOP,
      ARGUMENTS,
      (question) => (question.includes("erase") ? word : wordIn(question)),
      ["u1"],
    );
    expect(outcome).toBe("done");
    expect(said).toContain("u2 is back, and the user pool has no such account.");
    expect(shop.queued).toEqual(
      Array.from({ length: times }, () => JSON.stringify({ userId: "u2", requestedAt: NOW.toISOString() })),
    );
  },
);

test("a restore without a time uses the tables that the operator restored from the vault", async () => {
  const vault = { ...SHOP, now: { ...SHOP.now, [`${SEATS}-restored`]: [row("k9", "license")] } };
  const argv = ["--stage", "prod", "--tables", "Seats"];
  const { outcome, shop, calls } = await run(vault, argv, yes);
  expect(outcome).toBe("done");
  expect(shop.rowsOf(SEATS)).toContainEqual(row("k9", "license"));
  expect(calls.join()).not.toContain("RestoreTable");
  expect((await run(SHOP, argv, yes)).outcome).toMatch(/There is no table .*-seats-restored/);
});

test.each([
  [["--stage", "prod"], /Say which tables/],
  [["--stage", "prod", "--tables", "Seat"], /There is no table Seat\. The tables are: Users,/],
  [[...ARGUMENTS.slice(0, -1), "tomorrow"], /takes an instant in the past/],
  [[...ARGUMENTS.slice(0, -1), "2026-11-28T06:00:00Z"], /takes an instant in the past/],
])("a restore refuses %j before it stops the stage", async (argv, refusal) => {
  const { outcome, shop } = await run(SHOP, argv, yes);
  expect(outcome).toMatch(refusal);
  expect(shop.isOpen()).toBe(true);
});

test.each([
  ["adds up the runs of the ledger's check", 2, "done"],
  ["ends if a check compares nothing", 0, "affiliates-checkLedger ended before it compared anything."],
])("a restore %s", async (_what, compared, expected) => {
  const runs = [
    { compared, differing: 1, finished: false },
    { compared: 5, differing: 0, finished: true },
  ];
  const { outcome, said } = await run(SHOP, ARGUMENTS, yes, ["u1", "u2"], runs);
  expect(outcome).toBe(expected);
  expect(said.includes("Ledgers compared: 7. Differing: 1.")).toBe(expected === "done");
});
