import { reactivateKey } from "#shared/licenses/operator.ts";
import { http } from "../http/index.ts";
import { changeKey } from "./desk/change.ts";
import { switched, switchKey } from "./desk/rules.ts";

export const handler = http(reactivateKey)(async ({ input: { keyId, giveRenewal }, caller, now }) => {
  const asked = { keyId, operator: caller.userId, action: "licenses/reactivateKey", now, giveRenewal };
  const key = await changeKey(
    asked,
    (pair) => switchKey(pair, true, now),
    (entitlement) => switched(entitlement, true),
  );
  return { key };
});
