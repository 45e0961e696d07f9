import { revokeApiKey } from "#shared/apiKeys/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { findKey, markRevoked, toApiKey } from "./table.ts";

export const handler = http(revokeApiKey)(async ({ input: { apiKeyId: keyId }, caller, now }) => {
  const revokedAt = now.toISOString();
  return retryOnConflict(async () => {
    const key = await findKey(keyId);
    if (!key) throw new AppError("NOT_FOUND", "There is no such key.");
    if (key.revokedAt !== null) return { key: toApiKey(key) };
    await transact([
      markRevoked(keyId, revokedAt),
      auditEntry({
        operator: caller.userId,
        action: "apiKeys/revokeApiKey",
        subject: `apiKey#${keyId}`,
        before: { revokedAt: null },
        after: { name: key.name, revokedAt },
        at: revokedAt,
      }),
    ]);
    return { key: toApiKey({ ...key, revokedAt }) };
  });
});
