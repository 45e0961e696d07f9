import { saveCreditSettings } from "#shared/checkout/creditSettings.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { readCreditSettings, replaceCreditSettings } from "./credit/table.ts";

export const handler = http(saveCreditSettings)(async ({ input: { version, given }, caller, now }) => {
  const before = await readCreditSettings();
  try {
    await transact([
      replaceCreditSettings(given, version),
      auditEntry({
        operator: caller.userId,
        action: "checkout/saveCreditSettings",
        subject: "plans#lifetime",
        before: { given: before.given },
        after: { given },
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "Another operator saved this setting. Load the page again, then save.", {
      cause: error,
    });
  }
  return { given, version: version + 1 };
});
