import { Grant } from "#shared/grants/grant.ts";
import { License } from "#shared/licenses/license.ts";
import { standing } from "#shared/licenses/standing.ts";
import { type Billing, NOW } from "./billing.ts";

/** Everything that a customer ends up with, except for the random license key. */
export function outcome(billing: Billing) {
  const grants = billing.rows
    .of("grants")
    .filter(({ sk }) => String(sk).startsWith("grant#"))
    .map((row) => Grant.parse(row));
  const keys = billing.rows.of("seats").map((row) => License.parse(row));
  return {
    grants: grants.map(({ id, subscription, troubles, entitlement }) => ({
      id,
      subscription,
      troubles,
      entitlement,
    })),
    sameKey: grants.every(({ licenseKey }) => licenseKey === keys[0]?.licenseKey),
    keys: keys.map(({ grantId, entitlement }) => ({ grantId, ...standing(entitlement, NOW) })),
    reservations: billing.rows
      .of("promotions")
      .map(({ state, sold, reserved, left }) => ({ state, sold, reserved, left })),
    refunds: Object.values(billing.stripe.refunds).map(({ payment_intent, amount }) => ({
      payment_intent,
      amount,
    })),
    mails: [...new Set(billing.mails.map(({ id }) => id))].sort(),
    open: billing.rows.of("events").filter(({ status }) => status === "received"),
  };
}
