import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Feedback } from "#shared/mail/feedback.ts";
import type { Signal } from "#shared/security/signal.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler } from "../../../functions/security/observe.ts";
import { createUser, markDeleted } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";

vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
vi.mock("../../../functions/directory/table.ts", () => ({
  findByName: async () => ({ rows: [LISTED] }),
}));

const AT = "2026-11-22T10:00:00.000Z";
const LISTED = {
  id: "ann",
  email: "ann@example.com",
  membership_status: "inactive",
  is_suspended: false,
  seat_count: 0,
  subscription_status: null,
  created_at: AT,
  updated_at: null,
  last_sign_in_at: null,
  last_login_location: null,
  last_login_ip: null,
};
const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "security/observe",
    TABLE_USERS: "users",
    TABLE_ALERTS: "alerts",
    MAIL_QUEUE_URL: "mail",
    TABLE_GRANTS: "grants",
    SECRET_MAILBOX: "mailbox",
    DENIED_NETWORKS: "198.51.100.0/24",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  rows = memoryDynamo(wire);
  memoryQueues(wire, () => {});
});
beforeEach(() => {
  rows.clear();
  wire.plan();
});
afterAll(() => vi.unstubAllEnvs());

const place = { address: "198.51.100.9", country: "DE" };
const session = { id: "s1", device: null, country: "DE", signedInAt: AT, lastUsedAt: AT };
const bounce: Feedback = {
  eventType: "Bounce",
  bounce: {
    bounceType: "Permanent",
    bouncedRecipients: [{ emailAddress: "ann@example.com" }],
    timestamp: AT,
    feedbackId: "f1",
  },
};
const LATE: Record<string, Signal | Feedback> = {
  "a sign-in": { kind: "signIn", userId: "ann", session },
  "a sighting": { kind: "sighting", sighting: { id: "1", userId: "ann", at: AT, what: "signIn", ...place } },
  "a finding": {
    kind: "finding",
    finding: { id: "1", userId: "ann", at: AT, type: "rapid_swaps", description: "Swaps.", metadata: {} },
  },
  "a bounce": bounce,
};

const observe = (message: Signal | Feedback) =>
  handler(
    { Records: [{ messageId: "1", body: JSON.stringify(message) }] } as never,
    { awsRequestId: "request" } as Context,
  );
const all = () => [...rows.of("users"), ...rows.of("alerts")];

describe.each(Object.entries(LATE))("%s", (_what, message) => {
  test("is recorded for an existing account", async () => {
    await createUser(newAccount("ann", "ann@example.com", new Date(AT)));
    const before = all();
    expect(await observe(message)).toEqual({ batchItemFailures: [] });
    expect(all()).not.toEqual(before);
  });

  test("that arrives after the account's erasure writes nothing", async () => {
    expect(await observe(message)).toEqual({ batchItemFailures: [] });
    expect(all()).toEqual([]);
  });

  test("that arrives during the erasure writes nothing", async () => {
    await createUser(newAccount("ann", "ann@example.com", new Date(AT)));
    await markDeleted("ann", AT);
    const before = all();
    expect(await observe(message)).toEqual({ batchItemFailures: [] });
    expect(all()).toEqual(before);
  });
});
