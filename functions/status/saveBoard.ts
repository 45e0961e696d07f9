import { AppError } from "#shared/errors.ts";
import { saveBoard } from "#shared/status/operator.ts";
import { auditEntry } from "../audit/table.ts";
import { decideAgain } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { changesOf } from "./rules.ts";
import { readBoard, writeBoard } from "./table.ts";

/** Two operators at once: both changes are recorded, each from what the other had left. */
export const handler = http(saveBoard)(async ({ input: { note, ...services }, caller, now }) =>
  decideAgain(async () => {
    const before = await readBoard();
    const changes = changesOf(before.services, services, note ?? null, now);
    if (note !== undefined && changes.length === 0)
      throw new AppError("VALIDATION_ERROR", "A note needs a change of state.", { field: "note" });
    const updatedAt = now.toISOString();
    const entry = auditEntry({
      operator: caller.userId,
      action: "status/saveBoard",
      subject: "status#board",
      before: before.services,
      after: services,
      at: updatedAt,
      note,
    });
    await writeBoard(before, { services, updatedAt }, changes, [entry]);
    return { services, updated_at: updatedAt };
  }),
);
