import path from "node:path";
import * as z from "zod/mini";
import { listUsers, searchUsers } from "#shared/accounts/operator.ts";
import { listActivity, listAffiliates, searchAffiliates } from "#shared/affiliates/operator.ts";
import { listAudit } from "#shared/audit/operator.ts";
import { listFailedEvents } from "#shared/billing/operator.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { getSystemStats, getTrends, searchAll } from "#shared/insights/operator.ts";
import { listKeys, searchKeys } from "#shared/licenses/keyLists.ts";
import { listPayoutRequests, listPayouts } from "#shared/payouts/operator.ts";
import { listAlerts } from "#shared/security/operator.ts";
import { ROOT } from "../../../local/options.ts";
import { callApi } from "../../../local/seed/api.ts";
import { PEOPLE } from "../../../local/seed/people.ts";
import { signInOperator } from "../../../local/seed/signIn.ts";
import { startStack } from "../../../local/stack.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { seedLarge, sizeOf } from "../../seed/large/main.ts";
import { putParts, table } from "../report.ts";

const PORT = 4950;
/** Other benches and tests that run beside this one use other ports. */
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
const USERS = [100, 20_000];
/** With a few lines a page, there is a tenth one where there are a hundred rows too. */
const LINES = 10;

const LISTS: Readonly<Record<string, { contract: Endpoint; input?: Record<string, unknown> }>> = {
  "accounts/listUsers": { contract: listUsers },
  "accounts/searchUsers": { contract: searchUsers, input: { search: "person00000" } },
  "licenses/listKeys": { contract: listKeys },
  "licenses/searchKeys": { contract: searchKeys, input: { search: "0" } },
  "affiliates/listAffiliates": { contract: listAffiliates },
  "affiliates/searchAffiliates": { contract: searchAffiliates, input: { search: "LARGE" } },
  "affiliates/listActivity": { contract: listActivity, input: { limit: 25 } },
  "security/listAlerts": { contract: listAlerts },
  "payouts/listPayouts": { contract: listPayouts },
  "payouts/listPayoutRequests": { contract: listPayoutRequests },
  "billing/listFailedEvents": { contract: listFailedEvents },
  "audit/listAudit": { contract: listAudit },
  "insights/getSystemStats": { contract: getSystemStats },
  "insights/getTrends": { contract: getTrends },
  "insights/searchAll": { contract: searchAll, input: { q: "person00000" } },
};

/** The first page is asked for so often: the first call of a function loads it. */
const TIMES = 5;

/** What one call asked of DynamoDB, and how long the function ran. */
type Cost = { calls: number; units: number; ms: number };
type Measured = { first: Cost; tenth: Cost | null };

/** `npm run bench -- lists [users…]`: what a page costs among few and among many, each on a separate stack. */
export async function benchLists(given: readonly string[]): Promise<void> {
  const sizes = given.length > 0 ? given.map(Number) : USERS;
  const measured: Record<string, Measured>[] = [];
  for (const users of sizes) {
    const dataDir = path.join(ROOT, ".local/bench/lists");
    const stack = await startStack({ dataDir, port: PORT + PORT_SHIFT, reset: true, quiet: true });
    try {
      await seedLarge(stack.file, sizeOf(users));
      measured.push(await measureAll(stack.file));
    } finally {
      await stack.close();
    }
  }
  const section = sectionOf(sizes, measured);
  console.log(section);
  putParts(section);
}

async function measureAll(stack: StackFile): Promise<Record<string, Measured>> {
  const operator = { token: await signInOperator(stack, PEOPLE.operator) };
  const all: Record<string, Measured> = {};
  for (const [name, { contract, input = {} }] of Object.entries(LISTS)) {
    const page = async (cursor?: string) => {
      const asked = {
        ...(contract === getSystemStats || contract === getTrends ? {} : { limit: LINES }),
        ...input,
        ...(cursor === undefined ? {} : { cursor }),
      };
      const query = new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]));
      const answer =
        contract.method === "GET"
          ? await callApi(stack, { ...contract, path: `${contract.path}?${query}` }, {}, operator)
          : await callApi(stack, contract, asked, operator);
      const { next } = z.parse(Next, answer);
      return { next: next ?? undefined, cost: await costOf(stack, name) };
    };
    for (let at = 1; at < TIMES; at += 1) await page();
    const first = await page();
    let { next } = first;
    let tenth: Cost | null = null;
    for (let at = 2; at <= 10 && next !== undefined; at += 1) {
      const later = await page(next);
      next = later.next;
      if (at === 10) tenth = later.cost;
    }
    all[name] = { first: first.cost, tenth };
  }
  return all;
}

const Next = z.object({ next: z.optional(z.nullable(z.string())) });
const Ran = z.object({
  invocations: z.array(
    z.object({
      durationMs: z.number(),
      calls: z.array(z.object({ service: z.string(), consumed: z.array(z.object({ units: z.number() })) })),
    }),
  ),
});

async function costOf(stack: StackFile, functionId: string): Promise<Cost> {
  const asked = `${stack.controlUrl}/invocations?function=${encodeURIComponent(functionId)}`;
  const { invocations } = Ran.parse(await (await fetch(asked)).json());
  const calls = (invocations.at(-1)?.calls ?? []).filter(({ service }) => service === "dynamodb");
  const units = calls.flatMap(({ consumed }) => consumed).reduce((sum, each) => sum + each.units, 0);
  const durations = invocations.slice(-TIMES).map(({ durationMs }) => durationMs);
  const ms = durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0;
  return { calls: calls.length, units, ms: Math.round(ms) };
}

const shown = (cost: Cost | null | undefined): string =>
  cost ? `${cost.calls} calls, ${cost.units} units, ${cost.ms} ms` : "no such page";

function sectionOf(sizes: readonly number[], measured: readonly Record<string, Measured>[]): string {
  return [
    "## The back office's lists among few and among many",
    "",
    `\`npm run bench -- lists\` writes this. Calls of DynamoDB and read units of one page of ${LINES} lines (the Activity: 25), including the check of the caller, with ${sizes.map((users) => `${users.toLocaleString("en")} users, ${sizeOf(users).keys.toLocaleString("en")} keys and ${sizeOf(users).clicks.toLocaleString("en")} clicks`).join(", and with ")}. A last page may be short, and costs less. The time is the function's: the median of the last ${TIMES} calls.`,
    "",
    table(
      [
        "List",
        ...sizes.flatMap((users) => [
          `first page, ${users.toLocaleString("en")}`,
          `tenth page, ${users.toLocaleString("en")}`,
        ]),
      ],
      Object.keys(LISTS).map((name) => [
        name,
        ...measured.flatMap((one) => [shown(one[name]?.first), shown(one[name]?.tenth)]),
      ]),
    ),
    "",
  ].join("\n");
}
