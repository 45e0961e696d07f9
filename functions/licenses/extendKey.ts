import { extendKey } from "#shared/licenses/operator.ts";
import { requireFreshSignIn } from "../platform/caller.ts";
import { http } from "../platform/http.ts";
import { changeKey } from "./desk/change.ts";
import * as rules from "./desk/rules.ts";

export const handler = http(extendKey)(async ({ input: { keyId, days }, caller, now }) => {
  requireFreshSignIn(caller, now);
  const asked = { keyId, operator: caller.userId, action: "licenses/extendKey", now };
  return { key: await changeKey(asked, (pair) => rules.extendKey(pair, days, now)) };
});
