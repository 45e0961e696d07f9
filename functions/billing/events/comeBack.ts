import type { Grant } from "#shared/billing/grant.ts";
import { BRAND } from "#shared/brand.ts";
import { keyToRevive } from "../rules.ts";
import type { Rights } from "../table.ts";

/** How a customer whose subscription is over can come back, for the templates. Both are empty where its key revives. */
export type ComeBack = { next: string; suspended: string };

/** @param ended its grant, as it is after the end */
export function comeBack(ended: Grant | undefined, { grants, isSuspended }: Rights): ComeBack {
  if (isSuspended)
    return {
      next: `Your account is suspended. To use ${BRAND.name} again, write to us.`,
      suspended: "yes",
    };
  const others = grants.filter(({ id }) => id !== ended?.id);
  const revived = keyToRevive(ended === undefined ? others : [...others, ended]);
  return {
    next:
      ended === undefined || revived?.licenseKey === ended.licenseKey
        ? ""
        : "You can subscribe again at any time. You then get another license key.",
    suspended: "",
  };
}
