import type { FunctionId } from "./access.ts";

/** All stacks in the order of deployment. CloudFormation allows 500 resources a stack. */
export const PARTS = [
  "firewall",
  "data",
  "site",
  "operations",
  "affiliates",
  "payouts",
  "accounts",
  "licenses",
  "checkout",
  "billing",
  "gate",
  "watch",
] as const;
export type Part = (typeof PARTS)[number];

type FeatureOf<Id extends string> = Id extends `${infer Feature}/${string}` ? Feature : never;

/**
 * The stack of each feature's functions, with their queues, streams, schedules and routes. Only the pools' triggers are
 * in `data`, beside their pools. Functions have fixed names, so they cannot move to another stack after a deployment.
 */
export const STACK_OF = {
  accounts: "accounts",
  activity: "licenses",
  affiliates: "affiliates",
  apiKeys: "licenses",
  audit: "operations",
  catalog: "checkout",
  checkout: "checkout",
  customers: "accounts",
  diagnostics: "operations",
  discounts: "checkout",
  disputes: "billing",
  insights: "operations",
  licenses: "licenses",
  mail: "operations",
  migrations: "billing",
  payouts: "payouts",
  promotions: "checkout",
  reconciliation: "billing",
  referrals: "affiliates",
  refunds: "billing",
  security: "operations",
  status: "operations",
  stripeEvents: "billing",
  subscriptions: "billing",
} as const satisfies Record<FeatureOf<FunctionId>, Part>;

/**
 * The stacks that must be deployed first. Functions that read a queue or a stream come before functions that write
 * there, so that the readers understand new messages.
 */
export const AFTER: Readonly<Record<Part, readonly Part[]>> = {
  firewall: [],
  data: [],
  site: ["firewall", "data"],
  operations: ["site"],
  affiliates: ["operations"],
  payouts: ["affiliates"],
  accounts: ["affiliates"],
  licenses: ["accounts"],
  checkout: ["accounts"],
  billing: ["accounts", "payouts"],
  gate: ["licenses", "checkout", "billing"],
  watch: ["gate"],
};

const withFunctions = new Set<Part>(Object.values(STACK_OF));
export const FUNCTION_PARTS: readonly Part[] = PARTS.filter((part) => withFunctions.has(part));

export const featuresOf = (part: Part): string[] =>
  Object.entries<Part>(STACK_OF).flatMap(([feature, stack]) => (stack === part ? [feature] : []));

export const PARTS_AT_ONCE = 3;
