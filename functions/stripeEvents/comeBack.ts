import { BRAND } from "#shared/brand.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { hasOtherRight, keyToRevive, type Rights } from "../grants/index.ts";

/** What the templates say about continuing after a right ended. An empty value selects the default text. */
export type ComeBack = {
  next: string;
  /** Set for a suspended account. The mail then has no purchase button. */
  suspended: string;
  /** Set for an account with another right. The mail then has no purchase button either. */
  owned: string;
};

export function comeBack(ended: Grant | undefined, rights: Rights): ComeBack {
  const stop = inTheWay(ended, rights);
  if (stop.next !== "" || ended === undefined) return stop;
  const others = rights.grants.filter(({ id }) => id !== ended.id);
  if (keyToRevive([...others, ended])?.licenseKey === ended.licenseKey) return stop;
  return { ...stop, next: "You can subscribe again at any time. You then get another license key." };
}

export function inTheWay(ended: Grant | undefined, { grants, isSuspended }: Rights): ComeBack {
  if (isSuspended)
    return {
      next: `Your account is suspended. To use ${BRAND.name} again, write to us.`,
      suspended: "yes",
      owned: "",
    };
  return hasOtherRight(ended?.id ?? "", grants)
    ? { next: "Your other license stays as it is.", suspended: "", owned: "yes" }
    : { next: "", suspended: "", owned: "" };
}
