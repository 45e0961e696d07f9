import { explain } from "#shared/licenses/explain.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import type { Explanation } from "#shared/licenses/standing.ts";
import {
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionStatus,
} from "#shared/subscriptions/subscription.ts";
import { HISTORY } from "../../../scripts/releases/history.ts";
import type { Situation } from "../../../web/src/customer/standing/facts.ts";

// Combines the answers of the account's endpoints, even those that cannot occur together.

export const NOW = "2026-11-23T12:00:00.000Z";

const VALID = {
  code: "VALID",
  warning: null,
  graceEnds: null,
  retryAt: null,
  isOccupied: false,
  computerName: null,
  reason: null,
  isRenewable: false,
} as const;
const EXPLAINED: Explanation = explain(VALID);
export const SEAT: Seat = {
  id: "seat",
  license_key: "7K3MQ-AB2CD-EF3GH-JK4MN-PJ5ZE",
  name: null,
  computer_name: null,
  ip_address: null,
  os: null,
  app_version: null,
  activated_at: null,
  last_used_at: null,
  lease_ends_at: null,
  is_same_network: false,
  is_weak: false,
  is_active: true,
  assigned_at: "2026-10-01T12:00:00.000Z",
  source: "free",
  tier: "free",
  code: "VALID",
  warning: null,
  works_until: null,
  copy_suspected_at: null,
  explanation: EXPLAINED,
  swap_count_today: 0,
  max_daily_swaps: 1,
  next_reset_utc: "2026-11-24T00:00:00.000Z",
  offline_until: null,
  replaced_offline_until: null,
  offline: [],
  key_replaced_at: null,
  replacements_left: 3,
  max_replacements: 3,
  next_replacement_at: null,
};
const TAKEN: Partial<Seat> = {
  computer_name: "Studio Mac",
  activated_at: "2026-10-02T12:00:00.000Z",
  app_version: "0.3.0",
};
const STATES = {
  unused: {},
  used: TAKEN,
  outdated: { ...TAKEN, app_version: "0.2.0" },
  swapped: { ...TAKEN, swap_count_today: 1 },
  copied: { ...TAKEN, copy_suspected_at: "2026-11-20T12:00:00.000Z" },
  overdue: { ...TAKEN, warning: "PAYMENT_PAST_DUE", works_until: "2026-11-17T12:00:00.000Z" },
  term: { ...TAKEN, works_until: "2026-12-24T12:00:00.000Z" },
  unpaid: { ...TAKEN, code: "PAYMENT_REQUIRED" },
  disputed: { ...TAKEN, code: "SUSPENDED" },
  inactive: { code: "INACTIVE", is_active: false },
  expired: {
    ...TAKEN,
    code: "EXPIRED",
    explanation: explain({ ...VALID, code: "EXPIRED", isRenewable: true }),
  },
  revoked: { ...TAKEN, code: "REVOKED" },
} as const satisfies Record<string, Partial<Seat>>;
export type SeatState = keyof typeof STATES | null;

const SEATS = {
  lifetime: [null, "unused", "used", "disputed", "inactive", "revoked"],
  subscription: [null, ...(Object.keys(STATES) as (keyof typeof STATES)[])],
  team: [null, "used", "unpaid", "disputed", "expired", "revoked"],
  manual: [null, "used", "expired"],
  free: [null, "unused", "used", "outdated", "inactive"],
} as const satisfies Record<Seat["source"], readonly SeatState[]>;

const RELEASES = { releases: [...HISTORY] };
const PERIOD_END = Date.parse("2026-12-21T12:00:00.000Z") / 1000;
const ENDINGS = {
  renews: {},
  ends: { cancel_at_period_end: true },
  endsLater: { cancel_at: PERIOD_END + 20 * 86_400 },
};
export const subscriptionOf = (
  subscription_status: SubscriptionStatus,
  ending: keyof typeof ENDINGS,
): Subscription => ({
  customer_id: "cus_1",
  subscription_id: "sub_1",
  subscription_status,
  price_id: "price_1",
  current_period_start: PERIOD_END - 30 * 86_400,
  current_period_end: PERIOD_END,
  cancel_at_period_end: false,
  cancel_at: null,
  payment_method_brand: "visa",
  payment_method_last4: "4242",
  ...ENDINGS[ending],
});
const SUBSCRIPTIONS: readonly (Subscription | null)[] = [
  null,
  ...SUBSCRIPTION_STATUSES.map((status) => subscriptionOf(status, "renews")),
  ...(["active", "past_due"] as const).flatMap((status) =>
    (["ends", "endsLater"] as const).map((ending) => subscriptionOf(status, ending)),
  ),
];

const ACCOUNT = { email: "you@example.com", emailConfirmed: true, suspended: false, mailStop: null };
const ACCOUNTS: readonly Situation["account"][] = [
  ACCOUNT,
  { ...ACCOUNT, emailConfirmed: false },
  { ...ACCOUNT, suspended: true, suspendedFor: "Your key was published" },
  null,
];
const STOPPED_AT = "2026-11-03T12:00:00.000Z";
const STOPPED: typeof ACCOUNTS = [
  { ...ACCOUNT, emailConfirmed: false, mailStop: { why: "bounced", at: STOPPED_AT } },
  { ...ACCOUNT, mailStop: { why: "complained", at: STOPPED_AT } },
];
const OWED = {
  cents: 3000,
  currency: "usd",
  since: Date.parse("2026-11-03T12:00:00.000Z") / 1000,
  payments: 1,
};

export type Case = { situation: Situation; keys: Record<Seat["source"], SeatState> | null };

export function* everyCase(): Generator<Case> {
  for (const keys of everyKeys()) {
    const seats = keys && seatsOf(keys);
    const accounts = accountsFor(keys);
    for (const subscription of SUBSCRIPTIONS)
      for (const lifetime of [false, true])
        for (const account of accounts)
          for (const owed of subscription?.subscription_status === "past_due" ? [OWED, null] : [OWED])
            yield {
              situation: { account, billing: { subscription, lifetime }, seats, owed, releases: RELEASES },
              keys,
            };
  }
}

/**
 * The accounts to combine with these keys. A stop of mail is combined with at most one key, because it does not depend
 * on keys.
 */
function accountsFor(keys: Case["keys"]): typeof ACCOUNTS {
  const count = Object.values(keys ?? {}).filter((key) => key !== null).length;
  return count <= 1 ? [...ACCOUNTS, ...STOPPED] : ACCOUNTS;
}

function* everyKeys(): Generator<Case["keys"]> {
  yield null;
  for (const lifetime of SEATS.lifetime)
    for (const subscription of SEATS.subscription)
      for (const manual of SEATS.manual)
        for (const free of SEATS.free) yield { lifetime, subscription, team: null, manual, free };
  // A seat in a team hardly interacts with a member's own keys, so it is combined only with the free key.
  for (const team of SEATS.team)
    for (const free of SEATS.free) yield { lifetime: null, subscription: null, team, manual: null, free };
}

function seatsOf(keys: Record<Seat["source"], SeatState>): Seat[] {
  return (["free", "manual", "team", "subscription", "lifetime"] as const).flatMap((source) => {
    const state = keys[source];
    return state === null ? [] : [{ ...SEAT, ...STATES[state], source }];
  });
}

/** The states that a key can have with each status of its subscription. */
const LEAVES: Record<SubscriptionStatus, readonly SeatState[]> = {
  incomplete: [null],
  incomplete_expired: [null],
  trialing: ["unused", "used", "disputed"],
  active: ["unused", "used", "outdated", "swapped", "copied", "disputed", "inactive", null],
  past_due: ["overdue", "unpaid", "disputed", "inactive"],
  unpaid: ["unpaid", "disputed", "inactive"],
  paused: ["unpaid"],
  canceled: ["expired", "revoked", "term", null],
};

/** Whether the server's rules allow this case. */
export function isPossible({ situation, keys }: Case): boolean {
  const { account, billing } = situation;
  const { subscription, lifetime } = billing;
  // A suspended account cannot list its seats.
  if (account?.suspended || keys === null) return keys === null && account?.suspended === true;
  if (!lifetime && keys.lifetime !== null && keys.lifetime !== "revoked") return false;
  if (lifetime && (keys.lifetime === null || keys.lifetime === "revoked")) return false;
  if (subscription === null) return keys.subscription === null;
  return LEAVES[subscription.subscription_status].includes(keys.subscription);
}
