import type { UserShelf } from "#shared/customers/userRow.ts";
import type { Instant } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import type { Audience } from "#shared/mail/mailing.ts";
import { INCIDENT_STATE_NAMES, type IncidentHead, namesOf } from "#shared/status/incident.ts";
import { atTime } from "#shared/words.ts";

export type NewMailing = {
  id: string;
  audience: Audience;
  /** The operator and the call that started the mailing, for the audit entry at its end. */
  operator: string;
  action: "status/openIncident" | "status/updateIncident";
  incident: Pick<IncidentHead, "id" | "title" | "state" | "services">;
  message: string;
  /** The update's `at`. */
  at: Instant;
};
export type OngoingMailing = NewMailing & {
  /** Where the next page begins; null at the start. */
  place: string | null;
  recipients: number;
  finishedAt: Instant | null;
  /** Whether an operator stopped the mailing. Its mails in the queue are then dropped. */
  stopped: boolean;
};

/** For each audience, the shelves of the users' list. None contains suspended accounts. `keys`: all working keys. */
export const SHELVES: Readonly<Record<Audience, readonly (UserShelf | "keys")[]>> = {
  customers: ["active", "trial"],
  recent: ["keys"],
  paying: ["active"],
};

/** Accounts per turn. At one mail a second, the last mail's delay is still below SQS's limit of 900 seconds. */
export const MAX_A_TURN = 500;

/** The mail's id contains the update and the customer, so each customer gets one mail per update. */
export function incidentMail(
  { id, incident, message, at }: Pick<NewMailing, "id" | "incident" | "message" | "at">,
  userId: string,
  mailToken: string,
): Mail {
  return {
    id: `incident:${incident.id}:${at}:${userId}`,
    to: { userId },
    template: "incident",
    data: {
      title: incident.title,
      state: INCIDENT_STATE_NAMES[incident.state],
      affected: namesOf(incident.services),
      message,
      at: atTime(at),
      incidentId: incident.id,
      mailingId: id,
      mailToken,
    },
  };
}
