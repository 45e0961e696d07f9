import { isDeepStrictEqual } from "node:util";
import { AppError } from "#shared/errors.ts";
import { saveBoard } from "#shared/status/operator.ts";
import type { ServiceStates } from "#shared/status/service.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { type Board, changesOf, nextTouch, shownOf } from "./rules.ts";
import { readBoard, readNotes, writeBoard } from "./table.ts";

/** Records concurrent saves in order. Repeating the last save with its note succeeds without a write. */
export const handler = http(saveBoard)(async ({ input: { note, ...services }, caller, now }) =>
  retryOnConflict(async () => {
    const before = await readBoard();
    const updatedAt = nextTouch(before, now);
    const after = { services, updatedAt, open: before.open };
    const changes = changesOf(shownOf(before), shownOf(after), note ?? null, new Date(updatedAt));
    if (note !== undefined && changes.length === 0) {
      const last = await touchOf(before, services, note);
      if (last !== null) return { services, updated_at: last, incidents: [...before.open] };
      throw new AppError("VALIDATION_ERROR", "A note needs a change that customers see.", { field: "note" });
    }
    const entry = auditEntry({
      operator: caller.userId,
      action: "status/saveBoard",
      subject: "status#board",
      before: before.services,
      after: services,
      at: updatedAt,
      note,
    });
    await writeBoard(before, after, changes, [entry]);
    return { services, updated_at: updatedAt, incidents: [...before.open] };
  }),
);

/** The time of the board's last save, if it had the same states and note. */
const touchOf = async ({ services, updatedAt }: Board, asked: ServiceStates, note: string) =>
  updatedAt !== null && isDeepStrictEqual(services, asked) && (await readNotes(updatedAt)).includes(note)
    ? updatedAt
    : null;
