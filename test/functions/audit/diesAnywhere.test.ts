import { globSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { RESULT } from "#shared/audit/entry.ts";
import { eachField } from "#shared/disputes/operator.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { handler as changeCustomerEmail } from "../../../functions/accounts/changeCustomerEmail.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as sendPasswordReset } from "../../../functions/accounts/sendPasswordReset.ts";
import { handler as deleteCustomer } from "../../../functions/customers/deleteCustomer.ts";
import { handler as suspendUser } from "../../../functions/customers/suspendUser.ts";
import { handler as acceptDispute } from "../../../functions/disputes/acceptDispute.ts";
import { handler as answerDispute } from "../../../functions/disputes/answerDispute.ts";
import { handler as replayEvent } from "../../../functions/reconciliation/replayEvent.ts";
import { handler as syncCustomer } from "../../../functions/reconciliation/syncCustomer.ts";
import { handler as webhook } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { handler as changeSubscription } from "../../../functions/subscriptions/changeSubscription.ts";
import type { Access } from "../../../infra/access/row.ts";
import { ACCESS } from "../../../infra/access.ts";
import { memoryBilling, NOW, NOW_SECONDS } from "../../support/memory/billing.ts";
import { memoryCognito } from "../../support/memory/cognito.ts";
import { inProcess } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { subscribed } from "../../support/memory/worlds.ts";

// No transaction covers an operator's change at another service. So a call must write its audit entry before the
// change. The tests end each call at every one of its steps.

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return { ...stripePlatform, fetchEvent: async () => EVENT };
});
vi.mock("../../../functions/disputes/atStripe.ts", () => disputes);
vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);

const EVENT = vi.hoisted(() => ({
  id: "evt_replayed",
  type: "checkout.session.completed",
  livemode: false,
  created: 0,
  data: { object: { id: "cs_1" } },
}));
/** A dispute at Stripe. Each of its changes is a call on the simulated network. */
const dispute = vi.hoisted(() => ({
  id: "du_1",
  status: "needs_response",
  created: 0,
  amount: 3000,
  currency: "usd",
  reason: "fraudulent",
  payment_intent: { id: "pi_2", metadata: { userId: "ann" }, customer: null },
  evidence_details: { due_by: 0, submission_count: 0 },
}));
const asked = vi.hoisted(() => ({ pass: undefined as undefined | ((work: () => void) => Promise<void>) }));
const disputes = vi.hoisted(() => {
  const change = (work: () => void) => async () => {
    await asked.pass?.(work);
    return dispute;
  };
  return {
    retrieveDispute: async () => dispute,
    sendEvidence: change(() => void Object.assign(dispute, { reason: "answered" })),
    concedeDispute: change(() => void Object.assign(dispute, { status: "lost" })),
  };
});

const billing = memoryBilling(webhook);
const { network: wire, rows } = billing;
asked.pass = (work) => wire.pass({ service: "stripe", operation: "disputes" }, work);
memoryCognito(wire);
let queued = 0;
memoryQueues(wire, () => {
  queued += 1;
});

const ANN = { ...newAccount("ann", "ann@example.com", NOW), stripeCustomerId: "cus_ann" };
const evidence = eachField(() => "");

type Story = { id: EndpointId; handler: unknown; input: object };
const STORIES: Record<string, Story> = {
  "sends a password reset": {
    id: "accounts/sendPasswordReset",
    handler: sendPasswordReset,
    input: { userId: "ann" },
  },
  "changes a customer's address": {
    id: "accounts/changeCustomerEmail",
    handler: changeCustomerEmail,
    input: { userId: "ann", email: "ann@example.net" },
  },
  "deletes an account": {
    id: "customers/deleteCustomer",
    handler: deleteCustomer,
    input: { userId: "ann", email: "ann@example.com", note: "" },
  },
  "suspends a customer": {
    id: "customers/suspendUser",
    handler: suspendUser,
    input: { userId: "ann", suspended: true, subscription: "cancel", note: "" },
  },
  "replays an event": {
    id: "reconciliation/replayEvent",
    handler: replayEvent,
    input: { eventId: EVENT.id },
  },
  "synchronizes a customer with Stripe": {
    id: "reconciliation/syncCustomer",
    handler: syncCustomer,
    input: { userId: "ann" },
  },
  "sets a subscription to end": {
    id: "subscriptions/changeSubscription",
    handler: changeSubscription,
    input: { userId: "ann", cancel: true },
  },
  "saves a draft of evidence": {
    id: "disputes/answerDispute",
    handler: answerDispute,
    input: { disputeId: "du_1", evidence, submit: false },
  },
  "submits evidence": {
    id: "disputes/answerDispute",
    handler: answerDispute,
    input: { disputeId: "du_1", evidence, submit: true },
  },
  "accepts a dispute": {
    id: "disputes/acceptDispute",
    handler: acceptDispute,
    input: { disputeId: "du_1" },
  },
};

/** Operators' calls to other services that need no story here, each with the reason or with the test that covers it. */
const ELSEWHERE: Partial<Record<EndpointId, string>> = {
  "accounts/startOperatorSession": "only starts the operator's own session",
  "accounts/inviteReader":
    "its entry is in the transaction before the mail: test/functions/accounts/readers.test.ts",
  "accounts/listOperators": "reads",
  "accounts/removeReader": "its entry is in the transaction: test/functions/accounts/readers.test.ts",
  "customers/getCustomer": "reads",
  "mail/tryIncidentMail": "mails only the operator",
  "customers/exportCustomer": "only reads, after its audit entry: test/stories/takeaway.test.ts",
  "discounts/createDiscountCode": "test/functions/discounts/discountCodes.test.ts",
  "discounts/endDiscountCode": "test/functions/discounts/discountCodes.test.ts",
  "disputes/getDispute": "reads",
  "discounts/listDiscountCodes": "reads",
  "refunds/listWithdrawals": "reads",
  "refunds/answerWithdrawal": "test/stories/withdrawal.test.ts",
  "disputes/listDisputes": "reads",
  "catalog/savePlanSettings":
    "only reads at Stripe, and saves its entry with the change: test/functions/subscriptions/yearlyPlan.test.ts",
  "refunds/refundPayment": "test/functions/refunds/refundPayment.test.ts",
  "insights/searchAll": "reads",
  "insights/getPayment": "reads",
  "insights/listMovements": "reads",
  "insights/getNeeds": "reads",
  "mail/resendMail": "its entry is written before the message",
  "payouts/transfer": "test/properties/payoutFaults.test.ts",
  "payouts/previewBatch": "only releases commissions whose hold is over",
  "payouts/runCalc": "its entry is in the transaction before the message",
  "promotions/removeWaiting":
    "closes a checkout page that the person can open again; the audit entry is in the transaction that removes the person: test/functions/promotions/waitingList.test.ts",
  "payouts/runDistribute": "its entry is in the transaction before the message",
  "status/openIncident": "its entry is in the transaction: test/functions/status/mailedIncident.test.ts",
  "status/updateIncident": "its entry is in the transaction: test/functions/status/mailedIncident.test.ts",
};

beforeEach(() => {
  for (const table of ["USERS", "AUDIT", "PAYOUTS"]) vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
  for (const queue of ["CHANGES", "ERASURES", "PAYOUTS"])
    vi.stubEnv(`${queue}_QUEUE_URL`, queue.toLowerCase());
  vi.stubEnv("USER_POOL_ID", "pool");
});

async function begin({ id }: Story): Promise<void> {
  billing.reset(subscribed("active"));
  rows.put("users", { pk: "ann", sk: "account", ...ANN });
  Object.assign(dispute, { status: "needs_response", reason: "fraudulent" });
  Object.assign(dispute.evidence_details, { due_by: NOW_SECONDS + 86_400 });
  EVENT.created = NOW_SECONDS;
  if (id === "customers/suspendUser" || id === "subscriptions/changeSubscription")
    await billing.deliver({ id: "evt_1", type: "checkout.session.completed", object: "cs_1" });
  queued = 0;
  wire.plan();
}

const TABLES = ["users", "grants", "seats", "events", "promotions", "payouts"];
/** Everything that a call may change, except the audit log. Each call to Cognito here changes something. */
const everything = (cognitoCalls: number) =>
  JSON.stringify([TABLES.map((table) => rows.of(table)), billing.stripe, dispute, queued, cognitoCalls]);

async function act({ handler, input }: Story): Promise<unknown> {
  const call = handler as (given: object) => Promise<unknown>;
  const caller = { userId: "operator", signedInAt: NOW };
  return inProcess(() => call({ input, caller, now: NOW }));
}

const audited = () => rows.of("audit").map(({ operator, action, note }) => ({ operator, action, note }));

describe.each(Object.entries(STORIES))("an operator's call that %s", (_what, story) => {
  test.each(["killed before", "killed after"] as const)(
    "leaves an audit entry for what it changed even if it is %s one of its calls",
    async (mode) => {
      let changes = 0;
      for (let at = 0; ; at += 1) {
        await begin(story);
        const before = everything(0);
        wire.plan({ at, mode });
        if ((await act(story)) !== "killed") break;
        const arrived = wire.calls.slice(0, mode === "killed after" ? at + 1 : at);
        const after = everything(arrived.filter(({ service }) => service === "cognito").length);
        if (after === before) continue;
        changes += 1;
        const entry = { operator: "operator", action: story.id };
        expect(audited()[0], `${mode} call ${at}`).toMatchObject(entry);
        wire.plan();
        if (story.id !== "customers/deleteCustomer" && dispute.status === "needs_response")
          expect(await act(story), `again, ${mode} call ${at}`).not.toBe("killed");
      }
      expect(changes).toBeGreaterThan(0);
    },
  );
});

const ASKING = [
  "sends a password reset",
  "changes a customer's address",
  "replays an event",
  "submits evidence",
  "accepts a dispute",
];
test.each(ASKING)(
  "a call that %s leaves one audit entry for its intent and one for its result",
  async (what) => {
    const story = STORIES[what];
    if (!story) throw new Error(what);
    await begin(story);
    await act(story);
    expect(audited()).toEqual([
      { operator: "operator", action: story.id, note: undefined },
      { operator: "operator", action: story.id, note: RESULT },
    ]);
    const [intent, result] = rows.of("audit").map(({ sk }) => String(sk));
    expect(String(intent) < String(result)).toBe(true);
  },
);

test("every operator's call to another service has a story here, or a listed reason for having none", () => {
  const asking = Object.entries(ENDPOINTS).filter(([id, { audience }]) => {
    const { cognito, stripe, sends, operatorPool }: Access = ACCESS[id as EndpointId];
    return audience === "operator" && [cognito, stripe, sends, operatorPool].some(Boolean);
  });
  const known = new Set([...Object.values(STORIES).map(({ id }) => id), ...Object.keys(ELSEWHERE)]);
  expect(asking.map(([id]) => id).sort()).toEqual([...known].sort());
});

test("only the listed files write an audit entry outside a transaction", () => {
  const alone = globSync("functions/**/*.ts").filter((file) =>
    /\brecordAudit\(/.test(readFileSync(file, "utf8")),
  );
  expect(alone.sort()).toEqual([
    "functions/accounts/addNote.ts",
    "functions/audit/table.ts",
    "functions/customers/deleteCustomer.ts",
    "functions/customers/exportCustomer.ts",
    "functions/insights/csv/auditExport.ts",
    "functions/licenses/showKey.ts",
    "functions/mail/resendMail.ts",
  ]);
});
