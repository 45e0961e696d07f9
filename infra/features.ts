/**
 * The features of functions/ and their purpose. A feature uses only features that come before it in this list. Except
 * for the platform, it imports only their index.ts (.dependency-cruiser.mjs). This file imports no CDK, because the
 * import rules read it too.
 */
export const FEATURES = {
  platform: "the only clients of AWS and Stripe, and the code around every function",
  users: "rows of customers and operators, their mailboxes, and their valid sessions",
  http: "calls of the API: the caller, the input, the answer",
  limits: "rate limits",
  directory: "what the back office lists, searches and counts",
  audit: "what operators did, and their notes about customers",
  grants: "what a customer is entitled to, and because of which payment",
  mail: "mails, their recipients, and mail that waits or is stopped",
  accounts: "sign-up, sign-in, passwords, addresses, second factors, sessions",
  security: "alerts, and reports of bounced mail and spam complaints",
  apiKeys: "keys for scripts",
  catalog: "what the operator sells: optional plans, trial, teams",
  licenses: "keys, seats, computers, leases, trials",
  activity: "what the application reports",
  payments: "payments, open charges and refunds as Stripe reports them, and which events were handled",
  persons: "which accounts belong to one person",
  promotions: "the limited offer, its units and its waiting list",
  referrals: "affiliates, their links and clicks, and who referred whom",
  discounts: "discount codes",
  subscriptions: "plans, seats, teams, renewals, invoices",
  checkout: "a purchase until it is paid",
  refunds: "money back: an operator's refund, the guarantee, a withdrawal",
  disputes: "disputes and inquiries of banks about payments",
  affiliates: "commissions, their ledger, their mails, and what affiliates see",
  stripeEvents: "effects of Stripe's webhooks, and the state of a checkout",
  payouts: "payouts of commissions to affiliates",
  reconciliation: "repairs after lost events and failed calls, and everything that becomes due",
  status: "the public status page",
  diagnostics: "errors in browsers, and whether the site answers",
  customers: "customers as a whole: session start, page, suspension, reclaimed addresses, export, deletion",
  insights: "figures, growth, search, and what needs the operator",
  migrations: "updates of rows from older versions",
} as const satisfies Readonly<Record<string, string>>;

export type Feature = keyof typeof FEATURES;
