import type { AccountSettings } from "./hidden.ts";
import { newId } from "./ids.ts";
import type { Store } from "./store.ts";
import type { Account } from "./wire.ts";

export function prepare(store: Store, now: number): void {
  if (store.find("settings", "settings")) return;
  const own = newId("acct", 16);
  store.put("settings", {
    id: "settings",
    ownAccount: own,
    dunningEnd: "canceled",
    retryDays: [3, 5, 7],
    deliveryMode: "normal",
    deliverySeed: 1,
  } satisfies AccountSettings);
  store.put("account", ownAccount(own, now));
}

function ownAccount(id: string, now: number): Account {
  return {
    id,
    object: "account",
    business_profile: null,
    business_type: "company",
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    controller: { type: "account" },
    country: "US",
    created: now,
    default_currency: "usd",
    details_submitted: true,
    email: "owner@example.com",
    metadata: {},
    payouts_enabled: true,
    settings: accountSettings("Sandbox"),
    type: "standard",
  };
}

export function accountSettings(name: string | null): NonNullable<Account["settings"]> {
  return {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: name, timezone: "Etc/UTC" },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    sepa_debit_payments: {},
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: "daily" },
      statement_descriptor: null,
    },
  };
}
