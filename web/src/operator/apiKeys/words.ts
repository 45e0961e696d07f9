import type { Level } from "#shared/apiKeys/levels.ts";
import type { Area } from "#shared/apiKeys/scopes.ts";

/** The areas' names, in the form's order. */
export const AREA_NAMES: Readonly<Record<Area, string>> = {
  accounts: "Customers",
  licenses: "License keys",
  billing: "Billing",
  payouts: "Payouts",
  affiliates: "Affiliates",
  promotions: "Offer",
  insights: "Figures",
  security: "Security alerts",
  mail: "Mail",
  status: "Status page",
  audit: "Audit log",
};

const isArea = (name: string): name is Area => name in AREA_NAMES;
export const SHOWN_AREAS: readonly Area[] = Object.keys(AREA_NAMES).filter(isArea);

/** What the level `critical` adds, for each area that has it (shared/apiKeys/scopes.ts). */
export const CRITICAL_MEANS: Readonly<Partial<Record<Area, string>>> = {
  accounts: "Change an email address, export or delete people's data",
  affiliates: "Create and change destinations of affiliate links",
  audit: "Export the log",
  billing: "Refund, settle disputes and withdrawals, set discount codes, plans and refund limits",
  insights: "Record an export in the audit log",
  licenses: "Replace and extend keys, give away keys for more than a month, set entitlements, export keys",
  payouts: "Calculate, approve and send payouts, and change the limit of a run",
  promotions: "Change the offer",
  security: "Export alerts",
};

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  read: "Read",
  write: "Read and write",
  critical: "Critical",
};

export function scopeLines(scopes: Readonly<Record<string, string>>): string[] {
  return SHOWN_AREAS.flatMap((area) => {
    const level = scopes[area];
    const name = Object.entries(LEVEL_NAMES).find(([one]) => one === level)?.[1];
    return name === undefined ? [] : [`${AREA_NAMES[area]}: ${name}`];
  });
}
