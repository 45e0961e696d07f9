/**
 * The features of functions/, lowest first, and their purpose. A feature uses only features above it in this list, and
 * only their index.ts (.dependency-cruiser.mjs). Imports no CDK, because the import rules read it too.
 */
export const FEATURES = {
  platform: "the only clients of AWS and Stripe, and what every function has around it",
  users: "the rows of people and operators, their mailboxes, and which of their sessions count",
  http: "how a call comes in: who calls, what was asked, what is answered",
  limits: "how often something may be asked",
  directory: "what the back office lists, searches and counts",
  audit: "what operators did, and their notes about customers",
  grants: "what a person has a right to, and since which payment",
  mail: "mails, whom they reach, and what waits or is stopped",
  accounts: "sign-up, sign-in, passwords, addresses, second factors, sessions",
  security: "alerts, and what mail servers say of an address",
  apiKeys: "keys for scripts",
  catalog: "what the operator sells: optional plans, trial, teams",
  licenses: "keys, seats, computers, leases, trials",
  activity: "what the application reports",
  payments: "what Stripe says was paid and shall collect, what goes back, and which events were handled",
  persons: "which accounts are one person's",
  promotions: "the limited offer, its units and its waiting list",
  referrals: "the affiliates themselves, their links and clicks, and who brought whom",
  discounts: "discount codes",
  subscriptions: "plans, seats, teams, renewals, invoices",
  checkout: "a purchase until it is paid",
  refunds: "money back: an operator's refund, the guarantee, a withdrawal",
  disputes: "what a bank asks about a payment",
  affiliates: "commissions, their ledger, their mails, and what affiliates see",
  stripeEvents: "what follows from Stripe's webhooks, and whether an order is handled",
  payouts: "commissions on their way to a bank",
  reconciliation: "what a lost event or a call that died left undone, and what time alone brings",
  status: "the public status page",
  diagnostics: "errors in browsers, and whether the site answers",
  customers:
    "what touches a whole customer: a session's start, page, suspension, a reclaimed address, export, erasure",
  insights: "figures, growth, search, and what needs the operator",
  migrations: "rows of older versions",
} as const satisfies Readonly<Record<string, string>>;

export type Feature = keyof typeof FEATURES;
