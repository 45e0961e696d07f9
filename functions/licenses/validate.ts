import { validate } from "#shared/licenses/device.ts";
import { parseLicenseKey } from "#shared/licenses/key.ts";
import { LICENSE_MESSAGES, type LicenseCode, type Standing } from "#shared/licenses/standing.ts";
import { countRefusal, withinLimits } from "../limits/table.ts";
import { httpForDevices } from "../platform/devices.ts";
import { judge } from "./rules.ts";
import { findLicense } from "./table.ts";

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
    const license = await findLicense(call.licenseKey);
    const verdict: Verdict = license
      ? judge(license, fingerprint, call.now)
      : { code: "NOT_FOUND", warning: null };
    await countRefusal(verdict.code, call);
    return verdict;
  });
}
