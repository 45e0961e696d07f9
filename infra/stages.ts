import { BRAND } from "#shared/brand.ts";
import type { Audience } from "#shared/endpoint.ts";
import type { Stage } from "./names.ts";

export type StageSettings = {
  readonly logRetentionDays: 14 | 90 | 365;
  /** The sender of Cognito's mail through SES; null for Cognito's own sender, with 50 mails a day. */
  readonly mailFrom: string | null;
  /** Whether CloudFormation refuses to delete the stack `data`. */
  readonly terminationProtection: boolean;
  /** Whether CloudFront has a firewall. Its rules cost the same without visitors, and requests cost extra. */
  readonly firewall: boolean;
  /** Whether a web ACL limits what browsers may ask the customers' pool: 8 dollars a month, besides its requests. */
  readonly poolFirewall: boolean;
  /** Whether failures ring alarms, and a trail records calls of the AWS API. */
  readonly alarms: boolean;
  /**
   * Whether a locked vault keeps copies of what people own and are owed. Not even root can delete them
   * (docs/decisions/how-is-data-kept-and-restored.md). A stage with a vault cannot be removed completely for 35 days.
   */
  readonly vault: boolean;
  /**
   * Whether some functions have reserved concurrency. `npm run deploy` turns this on if the account's quota is large
   * enough. CloudFormation refuses reservations in a new account, whose quota is 10.
   */
  readonly reservesConcurrency: boolean;
  /** Requests a second and bursts per route, by audience. */
  readonly throttling: Throttling;
  /** Countries where the site does not answer, as two-letter codes. */
  readonly blockedCountries: readonly [string, ...string[]];
  /**
   * Dollars a month for the whole account. The operator gets mails from 80 % on. Must be at least twice the stage's
   * idle cost, so that a normal month is silent (test/documents/costs.test.ts).
   */
  readonly monthlyBudget: number;
  readonly operatorSecondFactor: "required" | "off";
  /** An activation from one of these networks raises an alert. The list must not be empty. */
  readonly deniedNetworks: readonly [string, ...string[]];
};

/** `start`: the route that warms a function up, which anyone can call. */
type Throttling = Readonly<Record<Audience | "start", { readonly rate: number; readonly burst: number }>>;

/**
 * In prod, limits each route to ten times the busiest hour of a million customers. On a route without an authorizer,
 * even a stranger's call costs an invocation.
 */
function throttling(requestsASecond: number): Throttling {
  const part = (share: number) => ({ rate: requestsASecond * share, burst: 2 * requestsASecond * share });
  return {
    public: part(0.1),
    start: part(0.01),
    device: part(1),
    customer: part(0.5),
    stripe: part(0.25),
    operator: part(0.1),
  };
}

/** Countries where Stripe takes no payments and Amazon may have no customers under US law: Cuba, Iran, North Korea. */
const EMBARGOED = ["CU", "IR", "KP"] as const;

/** Reserved for documentation (RFC 5737), so only tests use it. */
const UNUSED_NETWORK = "198.51.100.0/24";

export const STAGE_SETTINGS: Readonly<Record<Stage, StageSettings>> = {
  dev: {
    logRetentionDays: 14,
    mailFrom: null,
    terminationProtection: false,
    firewall: false,
    poolFirewall: false,
    alarms: false,
    vault: false,
    reservesConcurrency: false,
    throttling: throttling(100),
    blockedCountries: EMBARGOED,
    monthlyBudget: 20,
    operatorSecondFactor: "off",
    deniedNetworks: [UNUSED_NETWORK],
  },
  staging: {
    logRetentionDays: 90,
    mailFrom: BRAND.mailFrom,
    terminationProtection: true,
    firewall: true,
    poolFirewall: true,
    alarms: true,
    vault: false,
    reservesConcurrency: false,
    throttling: throttling(500),
    blockedCountries: EMBARGOED,
    monthlyBudget: 100,
    operatorSecondFactor: "required",
    deniedNetworks: [UNUSED_NETWORK],
  },
  prod: {
    logRetentionDays: 365,
    mailFrom: BRAND.mailFrom,
    terminationProtection: true,
    firewall: true,
    poolFirewall: true,
    alarms: true,
    vault: true,
    reservesConcurrency: false,
    throttling: throttling(2000),
    blockedCountries: EMBARGOED,
    monthlyBudget: 500,
    operatorSecondFactor: "required",
    deniedNetworks: [UNUSED_NETWORK],
  },
};
