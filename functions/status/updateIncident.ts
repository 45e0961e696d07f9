import { AppError } from "#shared/errors.ts";
import { updateIncident } from "#shared/status/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { announce } from "./incidents/mailing.ts";
import { updateOf, withIncident } from "./incidents/rules.ts";
import { addUpdate } from "./incidents/table.ts";
import { nextTouch, withOpen } from "./rules.ts";
import { readBoard, writeBoard } from "./table.ts";

export const handler = http(updateIncident)(async ({ input, caller, now }) => {
  const { incidentId, message, mail, ...asked } = input;
  const mailingOf = await announce(mail, now);
  return retryOnConflict(async () => {
    const board = await readBoard();
    const before = board.open.find(({ id }) => id === incidentId);
    if (!before) throw new AppError("NOT_FOUND", "There is no such open incident. It may be resolved.");
    const at = nextTouch(board, now);
    const incident = updateOf(before, asked, at);
    const next = withOpen(board, withIncident(board.open, incident), incident.title, at);
    const { count: _, ...was } = before;
    const { count: __, ...is } = incident;
    const operator = caller.userId;
    const action = "status/updateIncident";
    await writeBoard(board, next.board, next.changes, [
      addUpdate(before, incident, message),
      ...mailingOf({ operator, action, incident, message, at }),
      auditEntry({
        operator,
        action,
        subject: `incident#${incidentId}`,
        before: was,
        after: { ...is, ...(mail && { mail }) },
        at,
        note: message,
      }),
    ]);
    return { incident };
  });
});
