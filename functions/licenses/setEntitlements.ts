import { setEntitlements } from "#shared/licenses/operator.ts";
import { http } from "../http/index.ts";
import { changeKey } from "./desk/change.ts";
import { withExtras } from "./leaseRules.ts";

export const handler = http(setEntitlements)(async ({ input: { keyId, extras }, caller, now }) => {
  const asked = { keyId, operator: caller.userId, action: "licenses/setEntitlements", now };
  const key = await changeKey(asked, ({ license, grant }) => ({
    license: withExtras(license, extras),
    grant,
  }));
  return { key };
});
