import { openIncident } from "#shared/status/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { announce } from "./incidents/mailing.ts";
import { openingOf, withIncident } from "./incidents/rules.ts";
import { createIncident } from "./incidents/table.ts";
import { nextTouch, withOpen } from "./rules.ts";
import { readBoard, writeBoard } from "./table.ts";

export const handler = http(openIncident)(async ({ input: { message, mail, ...asked }, caller, now }) => {
  const mailingOf = await announce(mail, now);
  return retryOnConflict(async () => {
    const before = await readBoard();
    const made = before.open.find(({ id }) => id === asked.requestId);
    if (made) return { incident: made };
    const at = nextTouch(before, now);
    const incident = openingOf(before.open, asked, at);
    const { board, changes } = withOpen(before, withIncident(before.open, incident), incident.title, at);
    const { count: _, ...after } = incident;
    const operator = caller.userId;
    const action = "status/openIncident";
    await writeBoard(before, board, changes, [
      createIncident(incident, message),
      ...mailingOf({ operator, action, incident, message, at }),
      auditEntry({
        operator,
        action,
        subject: `incident#${incident.id}`,
        before: null,
        after: { ...after, ...(mail && { mail }) },
        at,
        note: message,
      }),
    ]);
    return { incident };
  });
});
