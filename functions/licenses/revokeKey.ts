import { revokeKey } from "#shared/licenses/operator.ts";
import { http } from "../http/index.ts";
import { changeKey } from "./desk/change.ts";
import { switched, switchKey } from "./desk/rules.ts";

export const handler = http(revokeKey)(async ({ input: { keyId }, caller, now }) => {
  const asked = { keyId, operator: caller.userId, action: "licenses/revokeKey", now };
  const key = await changeKey(
    asked,
    (pair) => switchKey(pair, false, now),
    (entitlement) => switched(entitlement, false),
  );
  return { key };
});
