import type { Grant } from "#shared/billing/grant.ts";
import { AppError } from "#shared/errors.ts";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import type { License } from "#shared/licenses/license.ts";
import { findUser } from "../../accounts/table.ts";
import { auditEntry } from "../../audit/table.ts";
import { getGrant, replaceGrant } from "../../billing/table.ts";
import { keyRow } from "../../insights/rules.ts";
import { decideAgain, transact } from "../../platform/dynamo.ts";
import { getLicense, replacedLicense } from "../table.ts";
import { auditedKey } from "./rules.ts";

type Pair = { license: License; grant: Grant };
type Asked = { keyId: string; operator: string; action: string; now: Date };

/**
 * Changes a key and the grant behind it, with its row in the audit log. A computer that takes the seat at the
 * same moment makes it decide again.
 * @throws NOT_FOUND
 */
export async function changeKey(
  { keyId, operator, action, now }: Asked,
  decide: (before: Pair) => Pair,
): Promise<KeyRow> {
  const license = await decideAgain(async () => {
    const before = await getLicense(keyId);
    const grant = await getGrant(before.userId, before.grantId);
    if (!grant) throw new AppError("NOT_FOUND", "The licence behind this key is gone.");
    const after = decide({ license: before, grant });
    await transact([
      replacedLicense(before, after.license),
      ...(after.grant === grant ? [] : [replaceGrant(grant, after.grant)]),
      auditEntry({
        operator,
        action,
        subject: `key#${keyId}`,
        userId: before.userId,
        before: auditedKey(before),
        after: auditedKey(after.license),
        at: now.toISOString(),
      }),
    ]);
    return after.license;
  });
  return keyRow(license, (await findUser(license.userId))?.email ?? null, now);
}
