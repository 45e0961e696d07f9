import { AppError } from "#shared/errors.ts";
import { showKey } from "#shared/licenses/operator.ts";
import { LICENSE_MESSAGES } from "#shared/licenses/standing.ts";
import { recordAudit } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { keyIdOf, licenseKeyOf } from "../platform/keyId.ts";
import { findStock } from "./stockTable.ts";
import { findLicense } from "./table.ts";

export const handler = http(showKey)(async ({ input: { keyId }, caller, now }) => {
  const licenseKey = licenseKeyOf(keyId);
  const [license, stock] = await Promise.all([findLicense(licenseKey), findStock(licenseKey)]);
  if (!license && !stock) throw new AppError("NOT_FOUND", LICENSE_MESSAGES.NOT_FOUND);
  await recordAudit({
    operator: caller.userId,
    action: "licenses/showKey",
    subject: `key#${keyIdOf(licenseKey)}`,
    userId: license?.userId,
    before: null,
    after: null,
    at: now.toISOString(),
  });
  return { licenseKey };
});
