import { validate } from "#shared/licenses/device.ts";
import { parseLicenseKey } from "#shared/licenses/key.ts";
import { LICENSE_MESSAGES, type LicenseCode, type Standing } from "#shared/licenses/standing.ts";
import { httpForDevices } from "../http/index.ts";
import { countRefusal, withinLimits } from "../limits/index.ts";
import { judge } from "./rules.ts";
import { findKey, isReplaced } from "./table.ts";

type Verdict = { code: LicenseCode; warning: Standing["warning"] };

export const handler = httpForDevices(validate)(async ({ input, caller, now }) => {
  const licenseKey = parseLicenseKey(input.licenseKey);
  const { code, warning }: Verdict = licenseKey
    ? await judgeKey({ licenseKey, address: caller.address, now }, input.fingerprint)
    : { code: "INVALID_KEY", warning: null };
  return {
    valid: code === "VALID",
    code,
    message: LICENSE_MESSAGES[code],
    warning,
    serverTime: now.toISOString(),
  };
});

function judgeKey(call: Parameters<typeof countRefusal>[1], fingerprint: string): Promise<Verdict> {
  return withinLimits(call, async () => {
    const found = await findKey(call.licenseKey);
    const verdict: Verdict =
      found === undefined
        ? { code: "NOT_FOUND", warning: null }
        : isReplaced(found)
          ? { code: "REPLACED", warning: null }
          : judge(found, fingerprint, call.now);
    await countRefusal(verdict.code, call);
    return verdict;
  });
}
