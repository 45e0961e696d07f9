import { change, create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { Account } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { accountSettings } from "../core/worldSetup.ts";
import { inner } from "../http/lists.ts";

export const CAPABILITIES = ["card_payments", "transfers"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The requirements of Express accounts before they receive money. */
const ASKED = [
  "external_account",
  "individual.dob.day",
  "individual.dob.month",
  "individual.dob.year",
  "individual.first_name",
  "individual.last_name",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

export type AccountDraft = {
  type: "express" | "custom" | "standard";
  country: string;
  email: string | null;
  businessType: "individual" | "company" | "non_profit" | "government_entity" | null;
  requested: Capability[];
  metadata: Record<string, string>;
  url: string | null;
  name: string | null;
};

export function makeAccount(world: World, draft: AccountDraft): Account {
  const id = newId("acct", 16);
  return create(world, "account", {
    id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: draft.name,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: draft.url,
    },
    business_type: draft.businessType,
    capabilities: Object.fromEntries(draft.requested.map((name) => [name, "inactive"])),
    charges_enabled: false,
    controller: {
      fees: { payer: draft.type === "standard" ? "account" : "application_express" },
      is_controller: true,
      losses: { payments: draft.type === "standard" ? "stripe" : "application" },
      requirement_collection: "stripe",
      stripe_dashboard: {
        type: draft.type === "standard" ? "full" : draft.type === "custom" ? "none" : "express",
      },
      type: "application",
    },
    country: draft.country,
    created: world.clock.now(),
    default_currency: draft.country === "US" ? "usd" : "eur",
    details_submitted: false,
    email: draft.email,
    external_accounts: inner([], `/v1/accounts/${id}/external_accounts`),
    future_requirements: { ...noRequirements() },
    metadata: draft.metadata,
    payouts_enabled: false,
    requirements: {
      ...noRequirements(),
      currently_due: ASKED,
      eventually_due: ASKED,
      past_due: ASKED,
      disabled_reason: "requirements.past_due",
    },
    settings: accountSettings(draft.name),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: draft.type,
  });
}

export function noRequirements() {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  };
}

export function completeOnboarding(world: World, before: Account): Account {
  const names = Object.keys(before.capabilities ?? {});
  return change(
    world,
    "account",
    before,
    {
      details_submitted: true,
      charges_enabled: true,
      payouts_enabled: true,
      capabilities: Object.fromEntries(names.map((name) => [name, "active"])),
      requirements: noRequirements(),
      tos_acceptance: { date: world.clock.now(), ip: "127.0.0.1", user_agent: null },
      external_accounts: inner([bankAccount(before)], `/v1/accounts/${before.id}/external_accounts`),
    },
    "account.updated",
  );
}

export function restrictAccount(world: World, before: Account): Account {
  const names = Object.keys(before.capabilities ?? {});
  const due = ["individual.verification.document"];
  return change(
    world,
    "account",
    before,
    {
      charges_enabled: false,
      payouts_enabled: false,
      capabilities: Object.fromEntries(names.map((name) => [name, "inactive"])),
      requirements: {
        ...noRequirements(),
        currently_due: due,
        eventually_due: due,
        past_due: due,
        disabled_reason: "requirements.past_due",
      },
    },
    "account.updated",
  );
}

export function capabilityStatus(
  account: Account,
  name: string,
): "active" | "inactive" | "pending" | "unrequested" {
  const found = Object.entries(account.capabilities ?? {}).find(([known]) => known === name)?.[1];
  if (found === "active") return "active";
  if (found === "pending") return "pending";
  return found === "inactive" ? "inactive" : "unrequested";
}

type ExternalAccount = NonNullable<Account["external_accounts"]>["data"][number];

/** A bank account's requirements have fewer kinds than an account's. */
function noBankRequirements() {
  return { currently_due: [], errors: [], past_due: [], pending_verification: [] };
}

function bankAccount(account: Account): ExternalAccount {
  return {
    id: newId("ba"),
    object: "bank_account",
    account: account.id,
    account_holder_name: null,
    account_holder_type: "individual",
    account_type: null,
    available_payout_methods: ["standard"],
    bank_name: "STRIPE TEST BANK",
    country: account.country ?? "US",
    currency: account.default_currency ?? "usd",
    default_for_currency: true,
    fingerprint: newId("bank", 16),
    future_requirements: noBankRequirements(),
    last4: "6789",
    metadata: {},
    requirements: noBankRequirements(),
    routing_number: "110000000",
    status: "new",
  };
}
