import type { Level } from "#shared/apiKeys/levels.ts";
import { AREAS, type Area } from "#shared/apiKeys/scopes.ts";

/** What an area has to do with, as the rail names it. */
export const AREA_NAMES: Readonly<Record<Area, string>> = {
  accounts: "Customers",
  affiliates: "Affiliates",
  audit: "Audit log",
  billing: "Billing",
  insights: "Figures, search and exports",
  licenses: "License keys",
  mail: "Mail",
  payouts: "Payouts",
  promotions: "Offer",
  security: "Security alerts",
  status: "Status page",
};

/** What the level `critical` adds in an area that has it. */
export const CRITICAL_MEANS: Readonly<Partial<Record<Area, string>>> = {
  accounts: "Change an address, export or delete a person's data",
  billing: "Refund, and answer disputes",
  insights: "Export lists",
  licenses: "Give away lifetime keys and extras",
  payouts: "Approve and send payouts",
};

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  read: "Read",
  write: "Read and write",
  critical: "Critical",
};

/** A key's scopes in the order of the form. */
export function scopeLines(scopes: Readonly<Record<string, string>>): string[] {
  return AREAS.flatMap((area) => {
    const level = scopes[area];
    const name = Object.entries(LEVEL_NAMES).find(([one]) => one === level)?.[1];
    return name === undefined ? [] : [`${AREA_NAMES[area]}: ${name}`];
  });
}
