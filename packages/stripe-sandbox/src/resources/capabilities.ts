import type Stripe from "stripe";
import { CAPABILITIES, type Capability, capabilityStatus, noRequirements } from "../connect/accounts.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Account, Wire } from "../core/wire.ts";
import { operation } from "../http/operation.ts";

export const capabilities = [
  operation<Stripe.AccountRetrieveCapabilityParams>()(
    "accounts.retrieveCapability",
    "GET /v1/accounts/:id/capabilities/:nested",
    {},
    ({ world, id, nested }) => capability(need(world, "account", id), known(nested)),
  ),
];

function known(name: string): Capability {
  const found = CAPABILITIES.find((capability) => capability === name);
  if (!found)
    throw invalidRequest(`No such capability: ${name}`, { code: "resource_missing", param: "capability" });
  return found;
}

function capability(account: Account, name: Capability): Wire<Stripe.Capability> {
  return {
    id: name,
    object: "capability",
    account: account.id,
    future_requirements: noRequirements(),
    requested: capabilityStatus(account, name) !== "unrequested",
    requested_at: account.created ?? null,
    requirements: { ...noRequirements(), currently_due: account.requirements?.currently_due ?? [] },
    status: capabilityStatus(account, name),
  };
}
