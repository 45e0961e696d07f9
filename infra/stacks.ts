import type { FunctionId } from "./access.ts";

/** All stacks in the order of a deployment, and of each which others come first. CloudFormation takes 500 resources a stack. */
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
 * Where a feature's functions are, with their queues, streams, schedules and routes. Only the triggers of the user pools
 * are beside their pools, in `data`. A function's name is fixed, so that it cannot move once it is deployed.
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
 * What a stack waits for. A function that takes messages or follows a table is deployed before those that write there:
 * it must understand them.
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

/** So many are deployed at once. */
export const PARTS_AT_ONCE = 3;
