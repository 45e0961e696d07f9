import { explain } from "#shared/licenses/device.ts";
import { parseLicenseKey } from "#shared/licenses/key.ts";
import type { Explanation } from "#shared/licenses/standing.ts";
import { httpForDevices } from "../http/index.ts";
import { countRefusal, withinLimits } from "../limits/index.ts";
import { type Asking, explainKey, explainTo } from "./explainingRules.ts";
import { findKey, isReplaced } from "./table.ts";

export const handler = httpForDevices(explain)(async ({ input, caller, now }) => {
  const licenseKey = parseLicenseKey(input.licenseKey);
  const { fingerprint, activationId } = input;
  const explanation = licenseKey
    ? await explained({ licenseKey, address: caller.address, now }, { fingerprint, activationId })
    : explainKey("INVALID_KEY");
  return { ...explanation, serverTime: now.toISOString() };
});

function explained(call: Parameters<typeof countRefusal>[1], asking: Asking): Promise<Explanation> {
  return withinLimits(call, async () => {
    const found = await findKey(call.licenseKey);
    const explanation =
      found === undefined
        ? explainKey("NOT_FOUND")
        : isReplaced(found)
          ? explainKey("REPLACED")
          : explainTo(found, asking, call.now);
    await countRefusal(explanation.code, call);
    return explanation;
  });
}
