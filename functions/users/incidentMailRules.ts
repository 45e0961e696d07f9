import type { MailStop } from "#shared/accounts/mailStop.ts";
import type { Instant } from "#shared/instant.ts";

type Person = {
  suspended: boolean;
  incidentMail: boolean;
  mailStop: MailStop | null;
  deletedAt: Instant | null;
};

/** Whether mail about an incident goes to an account with a key: unlike other mail, none that its owner turned off. */
export const getsIncidentMail = ({ suspended, incidentMail, mailStop, deletedAt }: Person): boolean =>
  incidentMail && !suspended && mailStop === null && deletedAt === null;
