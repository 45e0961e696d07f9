import { marshall } from "@aws-sdk/util-dynamodb";
import type { Context } from "aws-lambda";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AccountChange } from "#shared/accounts/change.ts";
import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";
import { handler as changeCustomerEmail } from "../../functions/accounts/changeCustomerEmail.ts";
import { handler as confirmNewEmail } from "../../functions/accounts/confirmNewEmail.ts";
import { handler as postConfirmation } from "../../functions/accounts/postConfirmation.ts";
import { newAccount } from "../../functions/accounts/rules.ts";
import { handler as announce } from "../../functions/customers/announceChanges.ts";
import { handler as follow } from "../../functions/customers/followChange.ts";
import { hashSecret } from "../../functions/platform/random.ts";
import { toUser } from "../../functions/users/table.ts";
import { memoryCognito } from "../support/memory/cognito.ts";
import { memoryDynamo, type Rows } from "../support/memory/dynamo.ts";
import { inProcess, network } from "../support/memory/network.ts";
import { memoryDelays } from "../support/memory/queue.ts";
import { runs } from "../support/runs.ts";

vi.mock("../../functions/platform/stripe.ts", () => ({ updateCustomer: vi.fn<() => void>() }));
vi.mock("../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
vi.mock(
  "../../functions/http/http.ts",
  async () => (await import("../support/memory/payouts.ts")).httpPlatform,
);

const NOW = new Date("2026-11-22T10:00:00.999Z");
const CODE = "123456";
const context = { awsRequestId: "request" } as Context;
const wire = network();
let rows: Rows;
let pool: Map<string, string>;
let changes: { before: object | undefined; after: object | undefined }[] = [];
let messages: string[] = [];
let delayed: string[] = [];

beforeAll(() => {
  vi.stubEnv("USER_POOL_ID", "pool");
  vi.stubEnv("MAIL_QUEUE_URL", "mail");
  vi.stubEnv("CHANGES_QUEUE_URL", "changes");
  vi.stubEnv("SECRET_MAILBOX", "mailbox");
  vi.stubEnv("FUNCTION_ID", "customers/followChange");
  for (const table of ["affiliates", "audit", "grants", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  pool = memoryCognito(wire);
  memoryDelays(wire, ({ body, delay }) => {
    if (AccountChange.safeParse(JSON.parse(body)).success) (delay === 0 ? messages : delayed).push(body);
  });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const call = (handler: unknown, caller: object, input: object) =>
  (handler as Handler)({ input, caller, now: NOW });
const account = () => rows.of("users").find(({ sk }) => sk === "account");

/** Everything that changes an address, or stores one that the pool had. */
const WAYS = {
  operator: (email: string) => call(changeCustomerEmail, { userId: "operator" }, { userId: "ann", email }),
  customer: (email: string) => {
    const expiresAt = new Date(NOW.getTime() + 15 * MINUTE).toISOString();
    const code = { hash: hashSecret(`ann:${email}:${CODE}`), expiresAt, tries: 0, sentAt: [] };
    rows.put("users", { ...account(), pendingEmail: { email, code } });
    return call(confirmNewEmail, { userId: "ann", user: toUser(account() ?? {}) }, { code: CODE });
  },
  reset: () => {
    const request = { userAttributes: { sub: "ann", email: pool.get("ann") } };
    const event = { triggerSource: "PostConfirmation_ConfirmForgotPassword", userPoolId: "pool", request };
    return postConfirmation(event as never, context);
  },
};

/** Delivers the next records of the stream and the next message, and repeats what was killed or failed. */
async function deliver(): Promise<void> {
  const image = (row: object | undefined) => row && marshall(row, { removeUndefinedValues: true });
  const Records = changes
    .splice(0)
    .map(({ before, after }) => ({ dynamodb: { OldImage: image(before), NewImage: image(after) } }));
  const told = () => inProcess(() => announce({ Records } as never, context));
  if ((await told()) === "killed") await told();
  const body = messages.shift();
  if (body === undefined) return;
  const answer = await inProcess(() => follow({ Records: [{ messageId: "1", body }] } as never, context));
  if (answer === "killed" || answer.batchItemFailures.length > 0) messages.push(body);
}

test("the user pool and the account end with the same address after simultaneous changes and calls that die", async () => {
  const way = fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[]));
  const death = fc.option(
    fc.record({ at: fc.nat(20), mode: fc.constantFrom("killed before", "killed after") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.tuple(way, way), death, async (scheduler, ways, fault) => {
      rows.clear();
      wire.turn = undefined;
      wire.plan();
      [changes, messages, delayed] = [[], [], []];
      const ann = newAccount("ann", "ann@example.com", NOW);
      rows.put("users", { pk: "ann", sk: "account", ...ann, emailConfirmed: true });
      pool.set("ann", ann.email);
      rows.follow((change) => void changes.push(change));
      wire.plan(fault ?? undefined);
      wire.turn = ({ service, operation }) =>
        scheduler.schedule(Promise.resolve(), `${service} ${operation}`);
      const pauses = vi.spyOn(globalThis, "setTimeout").mockImplementation(((go: () => void) => {
        scheduler.schedule(Promise.resolve(), "pause").then(go);
      }) as unknown as typeof setTimeout);
      const work = ways.map((name, index) =>
        inProcess(() => WAYS[name](`${name}${index}@example.com`)).catch(
          (error: unknown) => void expect(error).toBeInstanceOf(AppError),
        ),
      );
      const followers = [0, 0].map(async () => {
        for (let round = 0; round < 5; round += 1) {
          await scheduler.schedule(Promise.resolve(), "follower");
          await deliver();
        }
      });
      await scheduler.waitFor(Promise.all([...work, ...followers]));
      pauses.mockRestore();
      wire.turn = undefined;
      wire.plan();
      // A call's own message is delivered after the call has ended.
      messages.push(...delayed);
      while (changes.length > 0 || messages.length > 0) await deliver();
      expect(pool.get("ann")).toBe(account()?.email);
    }),
    { numRuns: runs(300) },
  );
});
