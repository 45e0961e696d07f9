import type { Context, SQSBatchResponse } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Instant, MINUTE } from "#shared/instant.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as follow } from "../../../functions/customers/followChange.ts";
import { handler as createFreeKey } from "../../../functions/licenses/createFreeKey.ts";
import { freeMailbox } from "../../../functions/users/mailboxTable.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, type Mode, network } from "../../support/memory/network.ts";

vi.mock("../../../functions/platform/stripe.ts", () => ({ updateCustomer: vi.fn<() => void>() }));
vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);

const PLANTED = new Date("2026-11-22T10:00:00.000Z");
const after = (minutes: number) => new Date(PLANTED.getTime() + minutes * MINUTE);
const PROVEN = after(10).toISOString();
const wire = network();
let rows: Rows;
beforeAll(() => {
  for (const table of ["affiliates", "events", "grants", "limits", "payouts", "seats", "sessions", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("SECRET_MAILBOX", "mailbox");
  vi.stubEnv("FUNCTION_ID", "customers/followChange");
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
});
/** A stranger creates a free key with Ann's address. Then Ann proves that the address is hers. */
beforeEach(async () => {
  rows.clear();
  wire.plan();
  await freeKey(PLANTED);
  const ann = { ...newAccount("ann", "ann@example.com", PLANTED), reclaimingSince: PROVEN };
  rows.put("users", { pk: "ann", sk: "account", ...ann, emailConfirmed: true });
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** @param reclaimingSince the value in the account's row when the call began */
async function freeKey(now: Date, reclaimingSince: Instant | null = null): Promise<string> {
  const user = { normalisedEmail: "ann@example.com", emailConfirmed: true, reclaimingSince };
  type Call = (given: object) => Promise<{ licenseKey: string }>;
  const given = { input: {}, caller: { userId: "ann", user, address: null }, now };
  return (await (createFreeKey as unknown as Call)(given)).licenseKey;
}

async function reclaimed(): Promise<SQSBatchResponse | "killed"> {
  const body = JSON.stringify({ userId: "ann", kind: "reclaimed" });
  const event = { Records: [{ messageId: "1", body }] };
  return inProcess(() => follow(event as never, { awsRequestId: "request" } as Context));
}
const WAIT =
  "We are still removing what was in this account before your password reset. Try again in a minute.";
const DONE = { batchItemFailures: [] };
const keys = () => rows.of("seats").map(({ licenseKey }) => licenseKey);
const marks = () => rows.of("grants").filter(({ sk }) => sk === "free" || sk === "mailbox");

test.each<Mode>(["killed before", "killed after"])(
  "the owner gets a free key even if the cleanup job was %s one of its calls",
  async (mode) => {
    const planted = keys();
    const restore = rows.keep();
    const answers = new Set<string>();
    let deaths = 0;
    for (;;) {
      restore();
      wire.plan({ at: deaths, mode });
      const first = await reclaimed();
      wire.plan();
      if (first !== "killed") break;
      deaths += 1;
      const early = await freeKey(after(15), PROVEN).catch(({ message }: Error) => message);
      expect(await reclaimed()).toEqual(DONE);
      const key = await freeKey(after(20));
      expect(keys(), `killed at call ${deaths}`).toEqual([key]);
      expect([WAIT, key]).toContain(early);
      answers.add(early === WAIT ? "wait" : "key");
      expect(planted).not.toContain(key);
    }
    expect(deaths).toBeGreaterThan(5);
    expect(answers).toEqual(new Set(["wait", "key"]));
  },
);

test("a repeated request returns the key that the owner created after proving the address", async () => {
  expect(await reclaimed()).toEqual(DONE);
  const key = await freeKey(after(20), PROVEN);
  expect(await freeKey(after(21), PROVEN)).toBe(key);
});

test("a free key that the owner created after proving the address survives a second run of the cleanup job", async () => {
  const again = rows.of("users");
  expect(await reclaimed()).toEqual(DONE);
  const key = await freeKey(after(20));
  const claimed = marks();
  expect(claimed).toHaveLength(2);
  for (const row of again) rows.put("users", row);
  expect(await reclaimed()).toEqual(DONE);
  expect(keys()).toEqual([key]);
  expect(marks()).toEqual(claimed);
  // The job may have read the grants before the owner created the key. Its late write removes no claim.
  await freeMailbox("ann", PROVEN);
  expect(marks()).toEqual(claimed);
});
