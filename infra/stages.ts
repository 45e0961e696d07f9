import { BRAND } from "#shared/brand.ts";
import type { Audience } from "#shared/endpoint.ts";
import type { Stage } from "./names.ts";

/** All that differs between stages, in one table: nothing else in infra asks which stage it is. */
export type StageSettings = {
  readonly logRetentionDays: 14 | 90 | 365;
  /** The address that Cognito's mail comes from, by SES; null: Cognito's own sender, 50 mails a day. */
  readonly mailFrom: string | null;
  /** A stack with this cannot be deleted until it is turned off. */
  readonly terminationProtection: boolean;
  /** Whether a firewall is in front of CloudFront; it costs the same with and without visitors. */
  readonly firewall: boolean;
  /** Whether a web ACL limits what browsers may ask the customers' pool for: 8 dollars a month, at any traffic. */
  readonly poolFirewall: boolean;
  /** Whether failures ring the operator's alarms; a stage without customers only has its dashboard. */
  readonly alarms: boolean;
  /**
   * Whether copies of what people own and are owed lie in a locked vault, which not even the root user can empty:
   * docs/decisions/how-is-data-kept-and-restored.md. A stage with one cannot be removed completely for 35 days.
   */
  readonly vault: boolean;
  /**
   * Whether some functions have a share of the account's concurrency to themselves. `npm run deploy` says so where its check
   * has read a quota that allows it: CloudFormation refuses it in a new account, which has 10.
   */
  readonly reservesConcurrency: boolean;
  /** Requests a second that one route takes, by whom it is for, and how many at once before it slows down. */
  readonly throttling: Throttling;
  /** Where the site does not answer, as two-letter codes. */
  readonly blockedCountries: readonly [string, ...string[]];
  /**
   * Dollars a month for the whole account. The operator gets a mail at 80 %. Each is at least twice what the stage
   * costs idle, so that a month without anything unusual is silent; test/documents/costs.test.ts compares the two.
   */
  readonly monthlyBudget: number;
  /** Whether the operators' user pool asks for an authenticator's code. */
  readonly operatorSecondFactor: "required" | "off";
  /** An activation from one of these raises an alert. The list needs an entry; a network without computers will do. */
  readonly deniedNetworks: readonly [string, ...string[]];
};

/** `start`: of a function that a page starts beforehand, which anybody can ask for. */
type Throttling = Readonly<Record<Audience | "start", { readonly rate: number; readonly burst: number }>>;

/**
 * Ten times what a million customers ask for in a busy hour, since each call that no token guards costs an invocation.
 * Devices ask again later, customers wait for an answer, and of operators there are few.
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

/** Where Stripe takes no payments and Amazon, under US law, has no customers: Cuba, Iran, North Korea. */
const EMBARGOED = ["CU", "IR", "KP"] as const;

/** Set aside for documentation (RFC 5737): no computer can be in it but one in a test. */
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
