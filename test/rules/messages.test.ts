import { expect, test } from "vitest";
import type { Access } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import { CONSUMER_IDS, SCHEDULED_IDS, STREAM_CONSUMER_IDS } from "../../infra/events.ts";

// A function that answers a caller runs once. If it dies between a write and a message, the message is lost unless
// the caller repeats the call. So such a function sends no message, except for a reason below. The table's stream
// triggers messages about writes (customers/announceChanges). Queues, streams and schedules repeat their functions.

const BEFORE = "The message is sent before the write. If the message cannot be sent, nothing is written.";
const REPEATED = "The same call stays possible, and sends the message again.";
const WEBHOOK = "Stripe's event sends the same message, and Stripe retries it until it succeeds.";
const RUN = "A run whose message is lost changes nothing, and the next run does all its work.";
const ADVICE =
  "The message only counts uses for the operator's alerts. No promise to customers depends on it.";

const REASONS: Readonly<Record<string, string>> = {
  "accounts/changeCustomerEmail": BEFORE,
  "accounts/changeEmail": REPEATED,
  "accounts/confirmNewEmail": BEFORE,
  "customers/deleteAccount": BEFORE,
  "customers/deleteCustomer": BEFORE,
  "accounts/inviteReader": REPEATED,
  "accounts/recoverAccount": REPEATED,
  "accounts/sendEmailCode": REPEATED,
  "accounts/startOperatorSession": BEFORE,
  "customers/startSession": BEFORE,
  "activity/report": BEFORE,
  "reconciliation/syncCustomer":
    "the operator presses the button again; changes that are already applied have no effect",
  "stripeEvents/getCheckout": WEBHOOK,
  "subscriptions/inviteMember": "The owner sees the invitation, and every later answer has a link to share.",
  "reconciliation/replayEvent": WEBHOOK,
  "refunds/requestRefund": BEFORE,
  "checkout/startCheckout": ADVICE,
  "stripeEvents/stripeWebhook": WEBHOOK,
  "refunds/withdraw": BEFORE,
  "licenses/activate": ADVICE,
  "licenses/deactivate": BEFORE,
  "mail/tryIncidentMail": "the operator presses the button again; nothing has changed",
  "mail/resendMail": "the operator presses the button again; only the audit log has changed",
  "licenses/pollSignIn": ADVICE,
  "licenses/refresh": BEFORE,
  "licenses/swapSeat": REPEATED,
  "payouts/previewBatch": RUN,
  "payouts/runCalc": RUN,
  "payouts/runDistribute": RUN,
  "status/openIncident": BEFORE,
  "status/updateIncident": BEFORE,
};

test("a function that answers a caller sends messages only for a listed reason", () => {
  const repeated: ReadonlySet<string> = new Set([...CONSUMER_IDS, ...STREAM_CONSUMER_IDS, ...SCHEDULED_IDS]);
  const sending = Object.entries<Access>(ACCESS).filter(([id, { sends }]) => sends && !repeated.has(id));
  expect(sending.map(([id]) => id).sort()).toEqual(Object.keys(REASONS).sort());
});
