import { AppError } from "#shared/errors.ts";
import { updateDestination } from "#shared/referrals/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { checkDestinationUrl } from "./destinations/rules.ts";
import { findDestination, replaceDestination } from "./destinations/table.ts";

export const handler = http(updateDestination)(async ({ input, caller, now }) => {
  const url = input.url === undefined ? undefined : checkDestinationUrl(input.url, env("SITE_URL"));
  return retryOnConflict(async () => {
    const before = await findDestination(input.id);
    if (!before) throw new AppError("NOT_FOUND", "There is no such destination.");
    const after = {
      ...before,
      name: input.name ?? before.name,
      url: url ?? before.url,
      is_active: input.is_active ?? before.is_active,
    };
    await transact([
      replaceDestination(before, after),
      auditEntry({
        operator: caller.userId,
        action: "referrals/updateDestination",
        subject: `destination#${before.id}`,
        before,
        after,
        at: now.toISOString(),
      }),
    ]);
    return after;
  });
});
