import { AppError } from "#shared/errors.ts";
import { transact, type Write, WriteConflict } from "../platform/dynamo.ts";
import { auditEntry, type Change } from "./table.ts";

/**
 * Saves an operator's setting with its audit entry.
 * @param what the setting's name in a sentence, such as "these limits"
 * @throws CONFLICT if another operator has saved the setting since it was loaded
 */
export async function saveSetting(what: string, write: Write, change: Change): Promise<void> {
  try {
    await transact([write, auditEntry(change)]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", `Another operator saved ${what}. Load the page again, then save.`, {
      cause: error,
    });
  }
}
