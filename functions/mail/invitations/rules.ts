import { DAY, type Instant } from "#shared/instant.ts";

const WEEK = 7 * DAY;
/** Mails to one address within a week: from one team, and from all. */
const MAX_OF_TEAM = 1;
const MAX_OF_ALL = 3;
/** How long the mails of a team stop after one of them bounced or was marked as spam. */
export const INVITATIONS_STOP_FOR = 30 * DAY;

/** How the token of a mail about incidents begins; those of invitations begin with a hash. */
export const INCIDENT = "incident.";
export const isOfIncidents = (token: string): boolean => token.startsWith(INCIDENT);

/** Invitations that were mailed: to one address, or by one team. */
export type InvitationMails = {
  sent: { team: string; at: Instant }[];
  /** The reader of the address wants no more. */
  isRefused: boolean;
  /** When one of the team's last bounced or was marked as spam. */
  stoppedAt?: Instant | undefined;
};

/** Each seat may be given twice a week, and a few addresses mistyped. */
const maxOfWeek = (seats: number): number => 2 * seats + 5;

const isWithin = (at: Instant, length: number, now: Date): boolean => now.getTime() - Date.parse(at) < length;
const ofLastWeek = ({ sent }: InvitationMails, now: Date) => sent.filter(({ at }) => isWithin(at, WEEK, now));

/**
 * Whether a team's invitation is mailed. Otherwise the owner hands the link on.
 * @param seats beside the owner's
 */
export function mayMail(
  toAddress: InvitationMails,
  byTeam: InvitationMails,
  team: string,
  seats: number,
  now: Date,
): boolean {
  const sent = ofLastWeek(toAddress, now);
  return (
    !toAddress.isRefused &&
    sent.length < MAX_OF_ALL &&
    sent.filter((mail) => mail.team === team).length < MAX_OF_TEAM &&
    ofLastWeek(byTeam, now).length < maxOfWeek(seats) &&
    !(byTeam.stoppedAt !== undefined && isWithin(byTeam.stoppedAt, INVITATIONS_STOP_FOR, now))
  );
}

/** With one mail more. What is older than a week is forgotten. */
export const withMail = <T extends InvitationMails>(mails: T, team: string, now: Date): T => ({
  ...mails,
  sent: [...ofLastWeek(mails, now), { team, at: now.toISOString() }],
});
