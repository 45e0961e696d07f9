import { AppError } from "#shared/errors.ts";
import { transact, type Write, WriteConflict } from "../platform/dynamo.ts";
import { auditEntry, type Change } from "./table.ts";

/**
 * @param what the setting's name in a sentence, such as "these limits"
 * @throws CONFLICT if the setting was saved after the caller loaded it
 */
export async function saveSetting(what: string, write: Write, change: Change): Promise<void> {
  try {
    await transact([write, auditEntry(change)]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", `There is a newer version of ${what}. Load the page again, then save.`, {
      cause: error,
    });
  }
}
