import type { MailStop } from "#shared/accounts/mailStop.ts";
import type { Instant } from "#shared/instant.ts";

type Person = {
  suspended: boolean;
  incidentMail: boolean;
  mailStop: MailStop | null;
  deletedAt: Instant | null;
};

/** Whether an account with a key gets mail about incidents. Other mail ignores `incidentMail`. */
export const getsIncidentMail = ({ suspended, incidentMail, mailStop, deletedAt }: Person): boolean =>
  incidentMail && !suspended && mailStop === null && deletedAt === null;
