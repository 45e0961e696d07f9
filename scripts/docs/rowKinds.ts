import type { TableName } from "../../infra/tables.ts";

export type RowKind = {
  /** The keys; `<…>` stands for a value. */
  readonly pk: string;
  readonly sk: string;
  readonly what: string;
  /** The file that reads and writes this kind. */
  readonly module: string;
};

/** Every kind of row that the product writes. A test reports a row in a running stack that fits none of them. */
export const ROW_KINDS: Readonly<Record<TableName, readonly RowKind[]>> = {
  Users: [
    {
      pk: "<user>",
      sk: "account",
      what: "An account. The user id is the Cognito `sub`.",
      module: "functions/accounts/table.ts",
    },
    {
      pk: "<user>",
      sk: "session#<session>",
      what: "A customer's session by its `origin_jti`: device, place and last use.",
      module: "functions/accounts/sessions/table.ts",
    },
    {
      pk: "<operator>",
      sk: "operator",
      what: "An operator: started sessions and the mark from which sessions are valid.",
      module: "functions/accounts/operators/table.ts",
    },
    {
      pk: "apiKeys",
      sk: "<id>",
      what: "An API key for the operator's scripts: its hash, name, scopes, end and the day of its last use.",
      module: "functions/apiKeys/table.ts",
    },
  ],
  Grants: [
    {
      pk: "<user>",
      sk: "grant#<grant>",
      what: "The right to use the product, from one source: a subscription, a lifetime purchase, an operator's gift or the free key.",
      module: "functions/billing/table.ts",
    },
    {
      pk: "<user>",
      sk: "suspended",
      what: "Exists while the account is suspended, with what becomes of its subscriptions. Every transaction that grants something requires its absence.",
      module: "functions/billing/table.ts",
    },
    {
      pk: "<user>",
      sk: "reading",
      what: "Counts the readings of Stripe about this customer, so that an older answer never overwrites a newer one.",
      module: "functions/billing/table.ts",
    },
    {
      pk: "<user>",
      sk: "team",
      what: "Who has the seats that a customer pays for beside their own, and the invitations to them.",
      module: "functions/billing/tables/team.ts",
    },
    {
      pk: "invited#<hash>",
      sk: "mail",
      what: "Which teams mailed an invitation to an address within a week, and whether its reader refuses more.",
      module: "functions/billing/tables/invited.ts",
    },
    {
      pk: "inviter#<user>",
      sk: "mail",
      what: "When a team mailed invitations within a week, and when one last bounced or was marked as spam.",
      module: "functions/billing/tables/invited.ts",
    },
    {
      pk: "mailbox#<email>",
      sk: "free",
      what: "Marks a normalized email address that has had its free key, and whether its account had not confirmed it.",
      module: "functions/billing/tables/mailboxes.ts",
    },
    {
      pk: "<user>",
      sk: "mailbox",
      what: "Which address that was for this account, whatever address it has now.",
      module: "functions/billing/tables/mailboxes.ts",
    },
    {
      pk: "left#<hash>",
      sk: "free",
      what: "What remains of such an address after its account was deleted, for a year: a keyed hash, and whether nobody had confirmed it.",
      module: "functions/billing/tables/mailboxes.ts",
    },
    {
      pk: "person#<hash>",
      sk: "hold",
      what: "Which account of a person held a unit of the limited offer last, for two days. The hash is a keyed one of a proven address, a card or a computer.",
      module: "functions/billing/tables/persons.ts",
    },
    {
      pk: "person#<hash>",
      sk: "wait",
      what: "Which account of a person joined the waiting list last, for a year.",
      module: "functions/billing/tables/persons.ts",
    },
  ],
  Seats: [
    {
      pk: "trial#<hash>",
      sk: "computer",
      what: "A computer that has had a trial: keyed hashes of its fingerprint and a random id, for a year after the trial.",
      module: "functions/licenses/trials/table.ts",
    },
    {
      pk: "request#<request>",
      sk: "request",
      what: "An operator's call that generated or extended a license key, so that repeating it changes nothing. Expires after 30 days.",
      module: "functions/licenses/tables/requests.ts",
    },
    {
      pk: "<license key>",
      sk: "license",
      what: "A license key with its seat: owner, computer, swaps and running leases. A replaced key keeps a row with its successor.",
      module: "functions/licenses/table.ts",
    },
    {
      pk: "<license key>",
      sk: "stock",
      what: "A license key without an owner.",
      module: "functions/licenses/table.ts",
    },
  ],
  Promotions: [
    {
      pk: "code#<promotion code>",
      sk: "holds",
      what: "Whose open checkout pages have a discount code that can be used a limited number of times.",
      module: "functions/billing/checkout/holdCode.ts",
    },
    {
      pk: "promotion",
      sk: "lifetime",
      what: "The limited offer: texts, end, and units sold, reserved and left.",
      module: "functions/promotions/table.ts",
    },
    {
      pk: "reservation#<user>",
      sk: "lifetime",
      what: "A customer's reservation of one unit. `byDue` lists the reservations that hold a unit, those of the waiting list apart.",
      module: "functions/promotions/table.ts",
    },
    {
      pk: "waiting#<user>",
      sk: "lifetime",
      what: "A customer's entry in the waiting list: waiting, offered a unit, or how it ended. `byDue` lists the entries whose person has a mail to receive.",
      module: "functions/promotions/tables/line.ts",
    },
    {
      pk: "line",
      sk: "<time>#<entry>",
      what: "Someone who waits, in the order of the line.",
      module: "functions/promotions/tables/line.ts",
    },
  ],
  Events: [
    {
      pk: "event#<event>",
      sk: "event",
      what: "A Stripe event and the state of its processing. `byQueue` lists those that are not done, and a customer's that are.",
      module: "functions/billing/events/table.ts",
    },
    {
      pk: "checkout#<session>",
      sk: "effect",
      what: "The outcome of a checkout session.",
      module: "functions/billing/events/table.ts",
    },
    {
      pk: "refusal#<payment intent>",
      sk: "effect",
      what: "A payment that the shop refused and refunded.",
      module: "functions/billing/events/table.ts",
    },
    {
      pk: "payment#<payment>",
      sk: "paid",
      what: "A payment that a customer made.",
      module: "functions/billing/payments/table.ts",
    },
    {
      pk: "payment#<payment>",
      sk: "refund#<refund>",
      what: "A refund of the payment.",
      module: "functions/billing/payments/table.ts",
    },
    {
      pk: "payment#<payment>",
      sk: "dispute#<dispute>",
      what: "A dispute of the payment.",
      module: "functions/billing/payments/table.ts",
    },
    {
      pk: "refundIntent#<request>",
      sk: "effect",
      what: "A refund that an operator requested. Written before the request to Stripe.",
      module: "functions/billing/refunds/table.ts",
    },
    {
      pk: "settlement#<user>",
      sk: "effect",
      what: "A customer whose right an operator has changed, until everything in flight has been settled.",
      module: "functions/billing/obligations/table.ts",
    },
    {
      pk: "reconciliation",
      sk: "effect",
      what: "The progress of the nightly comparison with Stripe.",
      module: "functions/billing/reconciliation/table.ts",
    },
    {
      pk: "mail#<mail>",
      sk: "effect",
      what: "Marks a mail as sent, so that no mail is sent twice. `byQueue` lists the mails to a customer.",
      module: "functions/mail/table.ts",
    },
    {
      pk: "waitingMail",
      sk: "<rank>#<use-by>#<mail>",
      what: "A mail that SES refused for the moment, in the order of sending.",
      module: "functions/mail/tables/waiting.ts",
    },
    {
      pk: "expiredMail",
      sk: "<mail>",
      what: "A mail that expired before SES took it. Expires after 7 days.",
      module: "functions/mail/tables/waiting.ts",
    },
    {
      pk: "mailQuota",
      sk: "effect",
      what: "What SES said of its quota when mail last waited, and when that turn began.",
      module: "functions/mail/tables/waiting.ts",
    },
    {
      pk: "purchases#<user>",
      sk: "checkout#<session>",
      what: "Evidence of a purchase for a dispute: address, device, accepted terms.",
      module: "functions/billing/tables/evidence.ts",
    },
    {
      pk: "withdrawal#<id>",
      sk: "effect",
      what: "A withdrawal from a contract, or a refund that a customer requested: name, address and contract, and whose it is. Forgotten a year after its answer.",
      module: "functions/billing/withdrawals/table.ts",
    },
    {
      pk: "refundAsks#<user>",
      sk: "effect",
      what: "A customer's use of the 30-day guarantee, for two years.",
      module: "functions/billing/refunds/table.ts",
    },
    {
      pk: "refundAsks#<hash>",
      sk: "effect",
      what: "The same under a keyed hash of the customer's proven address, card or computer.",
      module: "functions/billing/refunds/table.ts",
    },
    {
      pk: "refundLimits",
      sk: "effect",
      what: "The operator's limits of the 30-day guarantee.",
      module: "functions/billing/tables/refundLimits.ts",
    },
    {
      pk: "plans",
      sk: "effect",
      what: "What the operator sells beside the catalog's plans: the yearly price at Stripe and its amount, the days of a trial, and seats for teams.",
      module: "functions/billing/tables/planSettings.ts",
    },
    {
      pk: "lifetime-credit",
      sk: "effect",
      what: "Whether unused days of a subscription come off the lifetime license, as the operator chose.",
      module: "functions/billing/tables/creditSettings.ts",
    },
    {
      pk: "trial#<seat>",
      sk: "effect",
      what: "A trial that runs, and when its owner is next told of its end.",
      module: "functions/licenses/tables/trialReminders.ts",
    },
  ],
  Limits: [
    {
      pk: "apiKey#<id>",
      sk: "<window>",
      what: "Calls with one API key in a window of time.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "key#<hash>",
      sk: "<window>",
      what: "Calls with one license key in a window of time.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "address#<address>",
      sk: "<window>",
      what: "Calls with unknown keys from one address.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "foreign#<address>",
      sk: "<window>",
      what: "Calls from one address with keys that another computer uses.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "freeKeys#<network>",
      sk: "<window>",
      what: "Free keys that the accounts of one network asked for.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "codes#<network>",
      sk: "<window>",
      what: "Codes that the accounts of one network had mailed.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "invitations#<user>",
      sk: "<window>",
      what: "Invitations to the seats of one customer's team.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "withdrawals",
      sk: "<window>",
      what: "Withdrawals that anybody sent.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "withdrawals#<user>",
      sk: "<window>",
      what: "Withdrawals from the contracts of one customer, or a stranger's single one.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "withdrawals#<network>",
      sk: "<window>",
      what: "Withdrawals sent from one network.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "signUps#<network>",
      sk: "<window>",
      what: "Accounts that signed in for the first time from one network.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "sessions#<network>",
      sk: "<window>",
      what: "Sign-ins from one network.",
      module: "functions/limits/index.ts",
    },
    {
      pk: "signIn#<user code>",
      sk: "request",
      what: "A computer's request to be activated by signing in. Expires after ten minutes.",
      module: "functions/licenses/signIn/table.ts",
    },
    {
      pk: "userCodes#<user>",
      sk: "<window>",
      what: "Sign-in codes that an account looked up.",
      module: "functions/licenses/signIn/find.ts",
    },
    {
      pk: "signIns#<address>",
      sk: "<window>",
      what: "Sign-in requests from one address.",
      module: "functions/licenses/startSignIn.ts",
    },
  ],
  Alerts: [
    {
      pk: "<user>",
      sk: "open#<type>",
      what: "An open alert, at most one of each type per account. `byState` lists all open alerts.",
      module: "functions/security/table.ts",
    },
    {
      pk: "<user>",
      sk: "closed#<alert>",
      what: "A resolved alert.",
      module: "functions/security/table.ts",
    },
    {
      pk: "<user>",
      sk: "seen#<time>#<id>",
      what: "A use of the account: where and when. Expires after three days.",
      module: "functions/security/table.ts",
    },
    {
      pk: "finding#<finding>",
      sk: "counted",
      what: "Marks a finding as counted in its alert. Expires after 30 days.",
      module: "functions/security/table.ts",
    },
  ],
  Insights: [
    {
      pk: "figures",
      sk: "day#<day>",
      what: "The figures of one day, one attribute per figure.",
      module: "functions/insights/tables/figures.ts",
    },
    {
      pk: "figures",
      sk: "totals",
      what: "The totals of all days.",
      module: "functions/insights/tables/figures.ts",
    },
    {
      pk: "growth",
      sk: "day#<day>",
      what: "The figures of growth of one day, by plan and channel.",
      module: "functions/insights/tables/figures.ts",
    },
    {
      pk: "growth",
      sk: "totals",
      what: "The figures of growth of all days.",
      module: "functions/insights/tables/figures.ts",
    },
    {
      pk: "cohorts",
      sk: "day#<month>",
      what: "The customers whose first subscription payment was in a month: who joined, and who left or returned later.",
      module: "functions/insights/tables/figures.ts",
    },
    {
      pk: "brought",
      sk: "day#<day>#<part>",
      what: "What the customers of each affiliate paid on a day, and the commissions.",
      module: "functions/insights/tables/figures.ts",
    },
    {
      pk: "moves#<group>",
      sk: "<time>#<user>#<kind>#<payment>#<cents>",
      what: "A change of the figures of growth by one customer: the rows behind each figure.",
      module: "functions/insights/tables/moves.ts",
    },
    {
      pk: "customer#<user>",
      sk: "payment#<payment>",
      what: "The facts of a payment of a customer, without its card: one read has all that they paid.",
      module: "functions/insights/tables/growth.ts",
    },
    {
      pk: "recent",
      sk: "<time>#<id>",
      what: "An entry of the back office's latest activity. Expires after 90 days.",
      module: "functions/insights/tables/recent.ts",
    },
    {
      pk: "status",
      sk: "current",
      what: "The status board, with the open incidents.",
      module: "functions/status/table.ts",
    },
    {
      pk: "status",
      sk: "change#<time>#<service>",
      what: "A change of a service's state, as everyone is shown it.",
      module: "functions/status/table.ts",
    },
    {
      pk: "status",
      sk: "incident#<countdown>#<id>",
      what: "An incident with all its updates. The newest stand first. Kept for good.",
      module: "functions/status/incidents/table.ts",
    },
    {
      pk: "mailings",
      sk: "<time>#<id>",
      what: "Mail to customers about one update of an incident, and how far it has come. Expires after 120 days.",
      module: "functions/mail/tables/mailings.ts",
    },
    {
      pk: "resolved#<incident>",
      sk: "incident",
      what: "Marks an incident as resolved: mail that waits to tell of its beginning is dropped. Expires after 120 days.",
      module: "functions/mail/tables/mailings.ts",
    },
    {
      pk: "status",
      sk: "check#<day>",
      what: "How many checks of the shop's address ran on a day, and how many were answered. Expires after 91 days.",
      module: "functions/status/uptime/table.ts",
    },
    {
      pk: "migration#<migration>",
      sk: "state",
      what: "The progress of a migration.",
      module: "functions/migrations/table.ts",
    },
  ],
  Affiliates: [
    {
      pk: "affiliate#<user>",
      sk: "affiliate",
      what: "An affiliate, with what the operator's list shows of the ledger.",
      module: "functions/affiliates/table.ts",
    },
    {
      pk: "code#<folded code>",
      sk: "code",
      what: "The owner of a referral code.",
      module: "functions/affiliates/table.ts",
    },
    {
      pk: "user#<user>",
      sk: "attribution",
      what: "The affiliate who referred this customer.",
      module: "functions/affiliates/table.ts",
    },
    {
      pk: "counts",
      sk: "affiliates",
      what: "The number of affiliates.",
      module: "functions/affiliates/table.ts",
    },
    {
      pk: "consent",
      sk: "settings",
      what: "Where visitors are asked before an affiliate's link sets its cookie.",
      module: "functions/affiliates/consent/table.ts",
    },
    {
      pk: "destinations",
      sk: "<destination>",
      what: "A page that affiliate links can lead to.",
      module: "functions/affiliates/destinations/table.ts",
    },
    {
      pk: "account#<account>",
      sk: "reading",
      what: "Counts the readings of Stripe about this connected account.",
      module: "functions/affiliates/tables/connect.ts",
    },
    {
      pk: "account#<account>",
      sk: "owner",
      what: "The affiliate whom a connected account belongs to.",
      module: "functions/affiliates/tables/connect.ts",
    },
  ],
  Traffic: [
    {
      pk: "click#<click>",
      sk: "click",
      what: "A click on an affiliate link, at most one per visitor and hour.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "click#<click>",
      sk: "counted",
      what: "Marks a click as counted.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "conversion#<payment>",
      sk: "conversion",
      what: "A payment by a referred customer.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "total",
      what: "An affiliate's totals.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "day#<day>",
      what: "An affiliate's figures of one day.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "to#<destination>",
      what: "An affiliate's figures for one destination.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "totals",
      sk: "total",
      what: "The totals of all affiliates together.",
      module: "functions/affiliates/traffic/table.ts",
    },
    {
      pk: "totals",
      sk: "day#<day>",
      what: "The figures of one day of all affiliates together.",
      module: "functions/affiliates/traffic/table.ts",
    },
  ],
  Activity: [
    {
      pk: "<user>",
      sk: "entry#<client's id>",
      what: "An event that the application reported.",
      module: "functions/activity/table.ts",
    },
    {
      pk: "<user>",
      sk: "counts",
      what: "The number of videos that the application reported.",
      module: "functions/activity/table.ts",
    },
  ],
  Directory: [
    {
      pk: "<kind>#<id>",
      sk: "entry",
      what: "A line of the back office's lists, derived from the other tables: `user#`, `key#`, `alert#` and rows that only count.",
      module: "functions/insights/tables/directory.ts",
    },
    {
      pk: "key#<key>",
      sk: "used",
      what: "When a computer last used a key: what each refresh of a lease changes in the lists.",
      module: "functions/insights/tables/lastUses.ts",
    },
    {
      pk: "<kind>#<id>",
      sk: "word#<word>",
      what: "What an account or a key is found by beside its address: the words of the address and the name, the end of the key. Written and deleted with the entry.",
      module: "functions/insights/tables/words.ts",
    },
  ],
  Audit: [
    {
      pk: "audit",
      sk: "<time>#<id>",
      what: "An operator's change. Never updated or deleted. `byUser` lists the changes that concern one customer.",
      module: "functions/audit/table.ts",
    },
    {
      pk: "request#<request>",
      sk: "<hash>",
      what: "An operator's note that was recorded for a form, so that repeating it adds nothing. Expires after 30 days.",
      module: "functions/audit/table.ts",
    },
  ],
  Payouts: [
    {
      pk: "payment#<payment>",
      sk: "commission",
      what: "The affiliate who earns the commission of a payment.",
      module: "functions/affiliates/earning/table.ts",
    },
    {
      pk: "user#<user>",
      sk: "subscription#<start>",
      what: "The affiliate who earns the commissions of a subscription.",
      module: "functions/affiliates/earning/table.ts",
    },
    {
      pk: "card#<hash>",
      sk: "payment#<payment>",
      what: "A customer who paid with this card; detects purchases by affiliates themselves.",
      module: "functions/affiliates/earning/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "commission#<payment>",
      what: "A commission.",
      module: "functions/affiliates/ledger/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "debt#<id>",
      what: "An amount that the affiliate owes after a refund of a paid commission.",
      module: "functions/affiliates/ledger/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "entry#<id>",
      what: "An entry of the ledger.",
      module: "functions/affiliates/ledger/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "balance",
      what: "The sums of the ledger's entries.",
      module: "functions/affiliates/ledger/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "request#<number>",
      what: "A payout request.",
      module: "functions/payouts/table.ts",
    },
    {
      pk: "affiliate#<user>",
      sk: "payout#<number>",
      what: "A payout.",
      module: "functions/payouts/table.ts",
    },
    {
      pk: "batch#<batch>",
      sk: "batch",
      what: "A calculation or distribution run.",
      module: "functions/payouts/batches/table.ts",
    },
    {
      pk: "batch#<batch>",
      sk: "line#<payout>",
      what: "The run's result for one payout.",
      module: "functions/payouts/batches/table.ts",
    },
    {
      pk: "batch#<batch>",
      sk: "total#<shard>",
      what: "A part of the run's sums.",
      module: "functions/payouts/batches/table.ts",
    },
    {
      pk: "count#<kind>",
      sk: "<shard>",
      what: "The number of requests or payouts in each status.",
      module: "functions/payouts/tables/counts.ts",
    },
    {
      pk: "ledgerCheck",
      sk: "place",
      what: "How far the comparison of the ledger has come, and what it has found.",
      module: "functions/affiliates/ledger/check/table.ts",
    },
  ],
};

/** Whether a row has the keys of this kind. */
export function isOfKind({ pk, sk }: { pk: string; sk: string }, kind: RowKind): boolean {
  return matches(kind.pk, pk) && matches(kind.sk, sk);
}

function matches(pattern: string, key: string): boolean {
  const parts = pattern
    .split(/<[^>]+>/)
    .map((fixed) => fixed.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".+")}$`).test(key);
}
