import { createApiKey, MAX_LIVE_KEYS } from "#shared/apiKeys/operator.ts";
import { AppError } from "#shared/errors.ts";
import { DAY } from "#shared/instant.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { findOperator, requireOperator } from "../users/index.ts";
import { isLive } from "./rules.ts";
import { newApiKey } from "./secret.ts";
import { keepKey, listKeys, type StoredKey, toApiKey } from "./table.ts";

export const handler = http(createApiKey)(async ({ input, caller, now }) => {
  const { name, scopes, expiresInDays } = input;
  return retryOnConflict(async (isFirst) => {
    if (!isFirst && !(await findOperator(caller.userId)))
      throw new AppError("AUTH_ERROR", "User not authenticated");
    const live = (await listKeys()).filter((key) => isLive(key, now));
    // The audit log identifies a key by its name.
    if (live.some((key) => key.name === name))
      throw new AppError("CONFLICT", `A key named ${name} exists. Revoke it first, or choose another name.`, {
        field: "name",
      });
    if (live.length >= MAX_LIVE_KEYS)
      throw new AppError("CONFLICT", `There are ${MAX_LIVE_KEYS} valid keys already. Revoke one first.`);
    const { id, key: secret, hash } = newApiKey();
    const key: StoredKey = {
      id,
      hash,
      name,
      scopes,
      createdBy: caller.userId,
      createdAt: now.toISOString(),
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY).toISOString(),
      revokedAt: null,
      lastUsedOn: null,
    };
    await transact([
      requireOperator(caller.userId),
      keepKey(key),
      auditEntry({
        operator: caller.userId,
        action: "apiKeys/createApiKey",
        subject: `apiKey#${id}`,
        before: null,
        after: { name, scopes, expiresAt: key.expiresAt },
        at: now.toISOString(),
      }),
    ]);
    return { key: toApiKey(key), secret };
  });
});
