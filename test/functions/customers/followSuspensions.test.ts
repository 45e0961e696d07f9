import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { beforeEach, expect, test, vi } from "vitest";
import { passes } from "#local-aws";
import { Grant } from "#shared/grants/grant.ts";
import { License } from "#shared/licenses/license.ts";
import { standing } from "#shared/licenses/standing.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as followSuspensions } from "../../../functions/customers/followSuspensions.ts";
import { handler as suspendUser } from "../../../functions/customers/suspendUser.ts";
import { handler as webhook } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { STREAM_CONSUMERS } from "../../../infra/events.ts";
import { memoryBilling, NOW } from "../../support/memory/billing.ts";
import { inProcess } from "../../support/memory/network.ts";
import { subscribed } from "../../support/memory/worlds.ts";
import { streamRecord } from "../../support/streamRecord.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
vi.mock("../../../functions/platform/cognito.ts", () => ({
  endSessions: async () => {},
  enableSignIn: async () => {},
}));

const billing = memoryBilling(webhook);
const ANN = { ...newAccount("ann", "ann@example.com", NOW), stripeCustomerId: "cus_ann" };
const PAGE = { mode: "subscription", payment_status: "unpaid", metadata: { userId: "ann" } } as const;

beforeEach(async () => {
  vi.stubEnv("TABLE_USERS", "users");
  vi.stubEnv("TABLE_AUDIT", "audit");
  billing.reset(subscribed("active"));
  billing.stripe.sessions.cs_open = { id: "cs_open", status: "open", ...PAGE };
  billing.rows.put("users", { pk: "ann", sk: "account", ...ANN });
  await billing.deliver({ id: "evt_1", type: "checkout.session.completed", object: "cs_1" });
});

type Input = { suspended: boolean; subscription?: "pause" | "cancel" };

/** Runs the operator's call until it dies before service call number `at`. @returns whether it died */
async function suspendUntil(at: number, input: Input): Promise<boolean> {
  const call = suspendUser as unknown as (given: object) => Promise<unknown>;
  const caller = { userId: "operator" };
  billing.network.plan({ at, mode: "killed before" });
  const given = { input: { userId: "ann", subscription: "pause", note: "", ...input }, caller, now: NOW };
  const answer = await inProcess(() => call(given));
  billing.network.plan();
  return answer === "killed";
}

async function followed(record: object): Promise<void> {
  const event = { Records: [record] } as DynamoDBStreamEvent;
  const answer = await (
    followSuspensions as (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>
  )(event, { awsRequestId: "1" } as Context);
  expect(answer.batchItemFailures, billing.errors.join("\n")).toEqual([]);
}

/** Delivers the Grants stream's record of the suspension's row, if the call wrote or removed the row before it died. */
async function follow(eventName: "INSERT" | "MODIFY" | "REMOVE"): Promise<void> {
  const mark = billing.rows.of("grants").find(({ sk }) => sk === "suspended");
  if ((mark !== undefined) === (eventName === "REMOVE")) return;
  const before = eventName === "INSERT" ? undefined : { pk: "ann", sk: "suspended" };
  await followed(streamRecord({ before, after: mark }, 1));
}

const isSuspended = () => billing.rows.of("users").some(({ suspended }) => suspended);
const codes = () =>
  billing.rows
    .of("seats")
    .map((seat) => standing(License.parse(seat).entitlement, NOW).code)
    .join();

test.each([
  ["pause", { status: "active", pause_collection: { behavior: "void" } }],
  ["cancel", { status: "canceled" }],
] as const)(
  "a suspension that is to %s the subscription does so even if the call dies",
  async (subscription, then) => {
    let at = 0;
    for (let died = true; died; at += 1) {
      billing.reset(subscribed("active"));
      billing.stripe.sessions.cs_open = { id: "cs_open", status: "open", ...PAGE };
      billing.rows.put("users", { pk: "ann", sk: "account", ...ANN });
      await billing.deliver({ id: "evt_1", type: "checkout.session.completed", object: "cs_1" });
      died = await suspendUntil(at, { suspended: true, subscription });
      await follow("INSERT");
      if (!isSuspended()) continue;
      expect(billing.stripe.sessions.cs_open.status, `died at call ${at}`).toBe("expired");
      expect(billing.stripe.subscriptions.sub_1, `died at call ${at}`).toMatchObject(then);
      expect(codes()).toBe("SUSPENDED");
    }
    expect(at).toBeGreaterThan(8);
  },
);

test("a second suspension cancels a paused subscription even if its call dies", async () => {
  for (const at of [5, 99]) {
    billing.reset(subscribed("active"));
    billing.rows.put("users", { pk: "ann", sk: "account", ...ANN });
    await billing.deliver({ id: "evt_1", type: "checkout.session.completed", object: "cs_1" });
    await suspendUntil(99, { suspended: true, subscription: "pause" });
    await suspendUntil(99, { suspended: true, subscription: "pause" });
    expect(billing.rows.of("audit")).toHaveLength(1);
    await suspendUntil(at, { suspended: true, subscription: "cancel" });
    await follow("MODIFY");
    expect(billing.stripe.subscriptions.sub_1, `died at call ${at}`).toMatchObject({ status: "canceled" });
    await suspendUntil(99, { suspended: true, subscription: "pause" });
    expect(billing.rows.of("audit")).toHaveLength(2);
    expect(billing.rows.of("grants").find(({ sk }) => sk === "suspended")?.subscription).toBe("cancel");
  }
});

test("Stripe resumes collecting payments at the end of a suspension even if the call dies", async () => {
  await suspendUntil(99, { suspended: true });
  expect(billing.stripe.subscriptions.sub_1?.pause_collection).toEqual({ behavior: "void" });
  expect(await suspendUntil(4, { suspended: false })).toBe(true);
  expect(isSuspended()).toBe(false);
  await follow("REMOVE");
  expect(billing.stripe.subscriptions.sub_1?.pause_collection).toBeNull();
  expect(codes()).toBe("VALID");
});

test("a subscription is not charged while an operator has switched off its key", async () => {
  const patterns = STREAM_CONSUMERS["customers/followSuspensions"].filters.map((one) => JSON.stringify(one));
  const switchKey = async (active: boolean) => {
    const before = billing.rows.of("grants").find(({ sk }) => sk !== "suspended");
    if (!before) throw new Error("Nothing is granted");
    const grant = Grant.parse(before);
    const after = { ...before, entitlement: { ...grant.entitlement, active } };
    billing.rows.put("grants", after);
    const record = streamRecord({ before, after }, 1);
    expect(passes(patterns, record)).toBe(true);
    await followed(record);
    return billing.stripe.subscriptions.sub_1?.pause_collection;
  };
  expect(await switchKey(false)).toEqual({ behavior: "void" });
  expect(await switchKey(true)).toBeNull();
});

test.each([
  ["a renewal", {}, {}, []],
  ["a change to several seats", {}, { quantity: 3 }, ["GetItem"]],
  ["a change from several seats", { quantity: 3 }, {}, ["GetItem"]],
])(
  "the team's members are read only if the subscription has or had several seats (%s)",
  async (_what, was, is, asked) => {
    const row = billing.rows.of("grants").find(({ sk }) => sk !== "suspended") ?? {};
    const like = (change: object) => ({ ...row, subscription: { ...Object(row.subscription), ...change } });
    billing.network.plan();
    await followed(streamRecord({ before: like(was), after: like(is) }, 1));
    expect(billing.network.calls.map(({ operation }) => operation)).toEqual(asked);
  },
);
