import { AppError } from "#shared/errors.ts";
import { updateIncident } from "#shared/status/operator.ts";
import { auditEntry } from "../audit/table.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { updateOf, withIncident } from "./incidents/rules.ts";
import { addUpdate } from "./incidents/table.ts";
import { nextTouch, withOpen } from "./rules.ts";
import { readBoard, writeBoard } from "./table.ts";

/** A resolved incident is no longer on the board, so an update of it finds none. */
export const handler = http(updateIncident)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const { incidentId, message, ...asked } = input;
    const board = await readBoard();
    const before = board.open.find(({ id }) => id === incidentId);
    if (!before) throw new AppError("NOT_FOUND", "There is no such open incident. It may be resolved.");
    const at = nextTouch(board, now);
    const incident = updateOf(before, asked, at);
    const next = withOpen(board, withIncident(board.open, incident), incident.title, at);
    const { count: _, ...was } = before;
    const { count: __, ...is } = incident;
    await writeBoard(board, next.board, next.changes, [
      addUpdate(before, incident, message),
      auditEntry({
        operator: caller.userId,
        action: "status/updateIncident",
        subject: `incident#${incidentId}`,
        before: was,
        after: is,
        at,
        note: message,
      }),
    ]);
    return { incident };
  }),
);
