import { AppError } from "#shared/errors.ts";
import { linkPostmortem } from "#shared/status/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { findIncident, setPostmortem } from "./incidents/table.ts";

export const handler = http(linkPostmortem)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const { incidentId: id, startedAt: started_at, url } = input;
    const before = await findIncident({ id, started_at });
    if (before?.state !== "resolved") throw new AppError("NOT_FOUND", "There is no such resolved incident.");
    if (before.postmortem_url === url) return { postmortem_url: url };
    const { title, postmortem_url } = before;
    await transact([
      setPostmortem(before, url),
      auditEntry({
        operator: caller.userId,
        action: "status/linkPostmortem",
        subject: `incident#${id}`,
        before: { title, postmortem_url },
        after: { title, postmortem_url: url },
        at: now.toISOString(),
      }),
    ]);
    return { postmortem_url: url };
  }),
);
