import { resetSwaps } from "#shared/licenses/operator.ts";
import { http } from "../http/index.ts";
import { changeKey } from "./desk/change.ts";
import { withoutSwaps } from "./desk/rules.ts";

export const handler = http(resetSwaps)(async ({ input: { keyId }, caller, now }) => {
  const asked = { keyId, operator: caller.userId, action: "licenses/resetSwaps", now };
  const key = await changeKey(asked, ({ license, grant }) => ({
    license: withoutSwaps(license, now),
    grant,
  }));
  return { key };
});
