import { AppError } from "#shared/errors.ts";
import type { Grant } from "#shared/grants/grant.ts";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import type { License } from "#shared/licenses/license.ts";
import { type Entitlement, LICENSE_MESSAGES } from "#shared/licenses/standing.ts";
import { auditEntry } from "../../audit/index.ts";
import { getGrant, giveRenewal, intendSettlement, replaceGrant } from "../../grants/index.ts";
import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { keyIdOf, licenseKeyOf, shownKey } from "../../platform/keyId.ts";
import { findUser } from "../../users/index.ts";
import { findRequest, keepRequest } from "../requestTable.ts";
import { findStock, replacedStock } from "../stockTable.ts";
import { findLicense, replacedLicense } from "../table.ts";
import { keyRow, type StockKey, stockRow } from "./keyRowRules.ts";
import { auditedKey, auditedStock } from "./rules.ts";

type Pair = { license: License; grant: Grant };
type Asked = {
  keyId: string;
  operator: string;
  action: string;
  now: Date;
  /** Waives a renewal that was due while the key was off. */
  giveRenewal?: boolean;
  /** For changes in the customer's favor. A repeated call finds the completed change by this id. */
  request?: { requestId: string; asked: Record<string, unknown> };
};
type Decide = (before: Pair) => Pair;
type DecideStock = (before: Entitlement) => Partial<Entitlement>;

/**
 * Decides again if a computer takes the seat or an operator assigns the key at the same time.
 * @param decideStock for an unassigned key; without it, only assigned keys can be changed
 * @throws NOT_FOUND, CONFLICT
 */
export function changeKey(asked: Asked, decide: Decide, decideStock?: DecideStock): Promise<KeyRow> {
  const licenseKey = licenseKeyOf(asked.keyId);
  return retryOnConflict(async () => {
    const isDone =
      asked.request !== undefined &&
      (await findRequest(asked.request.requestId, asked.request.asked)) !== undefined;
    const license = await findLicense(licenseKey);
    if (license) return changeLicense(license, asked, isDone ? null : decide);
    const stock = decideStock && (await findStock(licenseKey));
    if (!stock) throw new AppError("NOT_FOUND", LICENSE_MESSAGES.NOT_FOUND);
    return isDone ? shownKey(stockRow(stock, asked.now)) : changeStock(stock, asked, decideStock);
  });
}

/** @param decide null if the change is already made */
async function changeLicense(before: License, asked: Asked, decide: Decide | null): Promise<KeyRow> {
  const [grant, owner] = await Promise.all([
    getGrant(before.userId, before.grantId),
    findUser(before.userId),
  ]);
  if (!grant) throw new AppError("NOT_FOUND", "The license behind this key no longer exists.");
  if (owner?.deletedAt !== null)
    throw new AppError("CONFLICT", "The account of this key was deleted. The key stays off.");
  if (decide === null) return shownKey(keyRow(before, owner.email, asked.now));
  const after = decide({ license: before, grant });
  await transact([
    ...requestOf(asked, before),
    replacedLicense(before, after.license),
    ...(after.grant === grant ? [] : [replaceGrant(grant, after.grant)]),
    ...(after.grant.entitlement.active === grant.entitlement.active
      ? []
      : [intendSettlement(before.userId, asked.now)]),
    ...(asked.giveRenewal ? [giveRenewal(before.userId, asked.now)] : []),
    auditEntry({
      ...auditOf(asked, before),
      userId: before.userId,
      before: auditedKey(before),
      after: auditedKey(after.license),
    }),
  ]);
  return shownKey(keyRow(after.license, owner.email, asked.now));
}

async function changeStock(before: StockKey, asked: Asked, decide: DecideStock): Promise<KeyRow> {
  const after = { ...before, entitlement: { ...before.entitlement, ...decide(before.entitlement) } };
  await transact([
    ...requestOf(asked, before),
    replacedStock(before, after),
    auditEntry({ ...auditOf(asked, before), before: auditedStock(before), after: auditedStock(after) }),
  ]);
  return shownKey(stockRow(after, asked.now));
}

const requestOf = ({ request, now }: Asked, { licenseKey }: { licenseKey: string }) =>
  request === undefined ? [] : [keepRequest({ ...request, licenseKey }, now)];

const auditOf = ({ operator, action, now }: Asked, { licenseKey }: { licenseKey: string }) => ({
  operator,
  action,
  subject: `key#${keyIdOf(licenseKey)}`,
  at: now.toISOString(),
});
