import { AppError } from "#shared/errors.ts";
import { replaceCustomerKey } from "#shared/licenses/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { keyIdOf, licenseKeyOf, shownKey } from "../platform/keyId.ts";
import { findUser } from "../users/index.ts";
import { keyRow } from "./desk/keyRowRules.ts";
import { auditedKey } from "./desk/rules.ts";
import { replaceKeyOf } from "./replacement/replace.ts";
import { findStock } from "./stockTable.ts";

export const handler = http(replaceCustomerKey)(async ({ input: { keyId }, caller, now }) => {
  const licenseKey = licenseKeyOf(keyId);
  if (await findStock(licenseKey))
    throw new AppError("CONFLICT", "This key is unassigned. Assign it before you replace it.");
  const license = await replaceKeyOf({
    licenseKey,
    by: "operator",
    now,
    mayReplace: () => undefined,
    besides: (before, after) => [
      auditEntry({
        operator: caller.userId,
        action: "licenses/replaceCustomerKey",
        subject: `key#${keyIdOf(licenseKey)}`,
        userId: before.userId,
        before: auditedKey(before),
        after: { ...auditedKey(after), successor: `key#${keyIdOf(after.licenseKey)}` },
        at: now.toISOString(),
      }),
    ],
  });
  return { key: shownKey(keyRow(license, (await findUser(license.userId))?.email ?? null, now)) };
});
