import type { UserShelf } from "#shared/customers/userRow.ts";
import type { Instant } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import type { Audience } from "#shared/mail/mailing.ts";
import { INCIDENT_STATE_NAMES, type IncidentHead, namesOf } from "#shared/status/incident.ts";
import { atTime } from "#shared/words.ts";

/** What customers are mailed about an incident, and how far that has come. */
export type NewMailing = {
  id: string;
  audience: Audience;
  /** Who chose it, and with which call: the audit log names both when it is over. */
  operator: string;
  action: "status/openIncident" | "status/updateIncident";
  incident: Pick<IncidentHead, "id" | "title" | "state" | "services">;
  message: string;
  /** The update's `at`. */
  at: Instant;
};
export type OngoingMailing = NewMailing & {
  /** Where the next page begins; null at the beginning. */
  place: string | null;
  recipients: number;
  finishedAt: Instant | null;
  /** An operator ended it: mail of it that is still on its way is dropped. */
  stopped: boolean;
};

/** The parts of the list of users that an audience is in. Suspended accounts are in none of them. */
export const SHELVES: Readonly<Record<Audience, readonly UserShelf[]>> = {
  customers: ["active", "trial"],
  paying: ["active"],
};

/** Mails of one turn: at SES's first rate fewer seconds than the queue hides a message that failed, so that a repeated turn finds them sent. */
export const MAX_A_TURN = 500;

/** One mail an update and a customer, however often it is put into the queue. */
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
