import { AppError } from "#shared/errors.ts";
import { stopMailing } from "#shared/mail/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { findMailing, progressWrite } from "./mailings/table.ts";

export const handler = http(stopMailing)(({ input: { mailingId }, caller, now }) =>
  retryOnConflict(async () => {
    const mailing = await findMailing(mailingId);
    if (mailing === undefined) throw new AppError("NOT_FOUND", "There is no such mailing.");
    const { incident, audience, place, recipients } = mailing;
    if (mailing.stopped) return { recipients };
    if (mailing.finishedAt !== null) throw new AppError("CONFLICT", "This mailing has already finished.");
    const at = now.toISOString();
    await transact([
      progressWrite(mailing, { place, recipients, finishedAt: at, stopped: true }),
      auditEntry({
        operator: caller.userId,
        action: "mail/stopMailing",
        subject: `incident#${incident.id}`,
        before: null,
        after: { title: incident.title, mail: audience, mailed: recipients },
        at,
      }),
    ]);
    return { recipients };
  }),
);
