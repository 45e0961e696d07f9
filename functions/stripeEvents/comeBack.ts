import { BRAND } from "#shared/brand.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { hasOtherRight, keyToRevive, type Rights } from "../grants/index.ts";

/** How a customer continues whose right is over, for the templates. Each is empty where the usual words are right. */
export type ComeBack = {
  next: string;
  /** Nothing is sold to a suspended account, and nothing more to one with another right: no button leads to a purchase. */
  suspended: string;
  owned: string;
};

/** @param ended its grant, as it is after the end */
export function comeBack(ended: Grant | undefined, rights: Rights): ComeBack {
  const stop = inTheWay(ended, rights);
  if (stop.next !== "" || ended === undefined) return stop;
  const others = rights.grants.filter(({ id }) => id !== ended.id);
  if (keyToRevive([...others, ended])?.licenseKey === ended.licenseKey) return stop;
  return { ...stop, next: "You can subscribe again at any time. You then get another license key." };
}

/** Why its customer cannot buy again now. */
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
