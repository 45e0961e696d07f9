import { DAY, type Instant } from "#shared/instant.ts";

const WEEK = 7 * DAY;
/** The maximum number of mails to one address within a week: from one team, and from all teams together. */
const MAX_OF_TEAM = 1;
const MAX_OF_ALL = 3;
/** How long a team's mails stop after a bounce or a spam complaint. */
export const INVITATIONS_STOP_FOR = 30 * DAY;

/** The prefix of tokens in incident mail. Tokens in invitations begin with a hash. */
export const INCIDENT = "incident.";
export const isOfIncidents = (token: string): boolean => token.startsWith(INCIDENT);

export type InvitationMails = {
  sent: { team: string; at: Instant }[];
  isRefused: boolean;
  /** When a mail of the team last bounced or was marked as spam. */
  stoppedAt?: Instant | undefined;
};

/** Allows two invitations per seat and a few mistyped addresses. */
const maxOfWeek = (seats: number): number => 2 * seats + 5;

const isWithin = (at: Instant, length: number, now: Date): boolean => now.getTime() - Date.parse(at) < length;
const ofLastWeek = ({ sent }: InvitationMails, now: Date) => sent.filter(({ at }) => isWithin(at, WEEK, now));

/** Whether to mail a team's invitation. If not, the owner shares the link. @param seats not counting the owner's */
export function mayMail(
  toAddress: InvitationMails,
  byTeam: InvitationMails,
  team: string,
  seats: number,
  now: Date,
): boolean {
  const sent = ofLastWeek(toAddress, now);
  const { stoppedAt } = byTeam;
  const isStopped = stoppedAt !== undefined && isWithin(stoppedAt, INVITATIONS_STOP_FOR, now);
  return (
    !isStopped &&
    !toAddress.isRefused &&
    sent.length < MAX_OF_ALL &&
    sent.filter((mail) => mail.team === team).length < MAX_OF_TEAM &&
    ofLastWeek(byTeam, now).length < maxOfWeek(seats)
  );
}

export const withMail = <T extends InvitationMails>(mails: T, team: string, now: Date): T => ({
  ...mails,
  sent: [...ofLastWeek(mails, now), { team, at: now.toISOString() }],
});
