import { extendKey } from "#shared/licenses/operator.ts";
import { http } from "../http/index.ts";
import { changeKey } from "./desk/change.ts";
import * as rules from "./desk/rules.ts";

export const handler = http(extendKey)(async ({ input, caller, now }) => {
  const { keyId, days, requestId } = input;
  const request = { requestId, asked: { keyId, days } };
  const asked = { keyId, operator: caller.userId, action: "licenses/extendKey", now, request };
  const key = await changeKey(
    asked,
    (pair) => rules.extendKey(pair, days, now),
    (entitlement) => rules.extended(entitlement, days, now),
  );
  return { key };
});
