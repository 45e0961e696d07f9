import type { Accepted } from "#local-aws";
import { BRAND } from "#shared/brand.ts";
import { STREAM_CONSUMER_IDS } from "../../infra/events.ts";

const AS_THE_WEBHOOK = "does the same work as stripeEvents/stripeWebhook, whose tests use every permission";
const ONLY_IN_A_RACE = "only if a webhook about the same payment arrives during the call";
const GRANTED_MEANWHILE =
  "only if something is granted at the same time; test/properties/suspensionRaces.test.ts";
const DIED_SUSPENDING =
  "only after the operator's call was interrupted; test/functions/customers/followSuspensions.test.ts";
const LOSES_A_PAID_SEAT =
  "only if a member's seat is no longer paid; test/functions/subscriptions/teamLeases.test.ts";
const ACTIVATED_MEANWHILE = "only if the seat changes at the same time; test/contracts/devices.test.ts";
const MANY_HOLDS =
  "only if the accounts of one network or one person hold many units; test/stories/stock.test.ts";
const BUSY_KEY = "only from a key's twenty-first call within a minute; test/functions/limits";
const DELETED_MEANWHILE = "only if an account is deleted while its row in a list is refreshed";
const DIED_REFUNDING =
  "only after a refund's call was interrupted; test/functions/refunds/refundPayment.test.ts";
const NEWS_OF_THE_STREAM = "only if the stream has not delivered a change; test/functions/insights";
const NOTHING_MOVES = "only if a commission between members of one team was already reversed";
const LATE_AND_LOST = "only if a payment is late and its webhook never arrives";

const DIED_SETTLING =
  "only after a transfer's call was interrupted at the ledger; test/properties/payoutFaults.test.ts";

const MANY_ROWS =
  "only if a payout has more rows than one transaction can write; test/properties/payoutFaults.test.ts";

const AS_THE_NIGHTLY_RUN =
  "does the rest of the work of reconciliation/reconcile, whose tests use every permission";

const TOLD_TWICE = "only if the stream redelivers a change; test/functions/affiliates/clicks.test.ts";

const DIED_FOLLOWING =
  "only after a settlement's call was interrupted; test/functions/grants/obligations.test.ts";

const SHARED_SECRETS =
  "used only in test/stories, where the functions run in one process and share the secrets that they have read";

const SOME_MINUTES_OLD =
  "only a minute or more after a session's last renewal; test/functions/accounts/renewOperatorSession.test.ts";

const ONE_LIST =
  "granted from SCRIPT_ROUTES, the list of the calls that an API key can make; test/functions/apiKeys";

/** Accepts permissions on tables. @param grants each as `<action> <table>` */
function onTables(functionId: string, reason: string, grants: readonly string[]): Accepted {
  return grants.map((grant) => {
    const [action, table] = grant.split(" ");
    return {
      functionId,
      action: `dynamodb:${action}`,
      resource: `*:table/${BRAND.slug}-dev-${table}`,
      reason,
    };
  });
}

/** Permissions that no test uses, each with the reason why it is needed. */
export const ACCEPTED: Accepted = [
  ...[
    "customers/deleteAccount stripe",
    "customers/deleteCustomer stripe",
    "customers/exportCustomer stripe",
    "customers/exportCustomer mailbox",
    "insights/getPayment stripe",
    "insights/listMovements stripe",
    "stripeEvents/getCheckout stripe",
    "reconciliation/resumeReconciliation stripe",
    "reconciliation/sweepReservations stripe",
    "reconciliation/sweepReservations mailbox",
    "licenses/activate mailbox",
    "licenses/answerOffline mailbox",
    "licenses/pollSignIn mailbox",
    "promotions/joinWaiting stripe",
    "promotions/joinWaiting mailbox",
    "promotions/leaveWaiting stripe",
    "promotions/removeWaiting stripe",
  ].map((grant) => {
    const [functionId = "", secret] = grant.split(" ");
    return {
      functionId,
      action: "secretsmanager:GetSecretValue",
      resource: `*:secret:${BRAND.slug}/dev/${secret}-*`,
      reason: SHARED_SECRETS,
    };
  }),
  {
    functionId: "apiKeys/call",
    action: "lambda:InvokeFunction",
    resource: `*:function:${BRAND.slug}-dev-*`,
    reason: ONE_LIST,
  },
  ...onTables("accounts/renewOperatorSession", SOME_MINUTES_OLD, ["PutItem users"]),
  ...onTables("customers/suspendUser", GRANTED_MEANWHILE, ["ConditionCheckItem grants"]),
  ...onTables("customers/followSuspensions", DIED_SUSPENDING, [
    "ConditionCheckItem grants",
    "UpdateItem seats",
  ]),
  ...onTables("customers/followSuspensions", LOSES_A_PAID_SEAT, ["GetItem seats"]),
  ...onTables("customers/followSuspensions", NOTHING_MOVES, ["ConditionCheckItem affiliates"]),
  ...onTables("reconciliation/reconcile", LOSES_A_PAID_SEAT, ["GetItem seats"]),
  ...onTables("licenses/swapSeat", ACTIVATED_MEANWHILE, ["GetItem seats"]),
  ...onTables("licenses/pollSignIn", BUSY_KEY, ["UpdateItem limits"]),
  ...onTables("checkout/startCheckout", MANY_HOLDS, ["UpdateItem limits", "ConditionCheckItem promotions"]),
  {
    functionId: "checkout/startCheckout",
    action: "sqs:SendMessage",
    resource: `*:${BRAND.slug}-dev-security`,
    reason: MANY_HOLDS,
  },
  ...onTables("insights/refreshDue", DELETED_MEANWHILE, ["DeleteItem insights", "DeleteItem directory"]),
  ...onTables("insights/refreshRows", DELETED_MEANWHILE, ["DeleteItem directory"]),
  ...onTables("payouts/transfer", MANY_ROWS, ["GetItem payouts"]),
  ...onTables("affiliates/countTraffic", TOLD_TWICE, ["GetItem traffic"]),
  ...onTables("reconciliation/replayEvent", AS_THE_WEBHOOK, [
    "ConditionCheckItem events",
    "ConditionCheckItem grants",
    "GetItem promotions",
    "UpdateItem promotions",
    "UpdateItem seats",
    "UpdateItem users",
    "GetItem users",
  ]),
  ...onTables("reconciliation/sweepReservations", ONLY_IN_A_RACE, [
    "GetItem events",
    "ConditionCheckItem events",
    "ConditionCheckItem grants",
    "UpdateItem seats",
  ]),
  ...onTables("stripeEvents/getCheckout", LATE_AND_LOST, [
    "ConditionCheckItem events",
    "ConditionCheckItem grants",
    "GetItem promotions",
    "UpdateItem seats",
  ]),
  ...onTables("reconciliation/syncCustomer", LATE_AND_LOST, [
    "ConditionCheckItem events",
    "ConditionCheckItem grants",
    "GetItem promotions",
    "UpdateItem promotions",
    "UpdateItem seats",
  ]),
  ...onTables("insights/refreshRows", NEWS_OF_THE_STREAM, ["PutItem insights", "DeleteItem insights"]),
  ...onTables("reconciliation/sweepReservations", DIED_REFUNDING, ["PutItem audit", "UpdateItem events"]),
  ...onTables("reconciliation/sweepReservations", DIED_FOLLOWING, ["DeleteItem events", "GetItem grants"]),
  ...onTables("affiliates/followSuspensions", ONLY_IN_A_RACE, ["GetItem payouts"]),
  ...onTables("reconciliation/reconcile", LATE_AND_LOST, [
    "ConditionCheckItem events",
    "ConditionCheckItem grants",
    "GetItem promotions",
    "UpdateItem promotions",
    "GetItem users",
    "UpdateItem users",
  ]),
  ...onTables("reconciliation/resumeReconciliation", AS_THE_NIGHTLY_RUN, [
    "Query grants",
    "GetItem grants",
    "UpdateItem events",
    "ConditionCheckItem events",
    "PutItem grants",
    "ConditionCheckItem grants",
    "GetItem promotions",
    "UpdateItem promotions",
    "GetItem seats",
    "PutItem seats",
    "UpdateItem seats",
    "GetItem users",
    "UpdateItem users",
  ]),
  ...onTables("payouts/continueBatch", DIED_SETTLING, ["UpdateItem affiliates"]),
  ...STREAM_CONSUMER_IDS.filter((id) => id !== "affiliates/followPayments").map((functionId) => ({
    functionId,
    action: "sqs:SendMessage",
    resource: `*:${BRAND.slug}-dev-aside`,
    reason: "only for a bad record; test/stories/lostRecords.test.ts tests this with another function",
  })),
  {
    functionId: "payouts/continueBatch",
    action: "sqs:SendMessage",
    resource: `*:${BRAND.slug}-dev-batches`,
    reason: "only in a run of more than 45 seconds, which continues in the next invocation",
  },
];
