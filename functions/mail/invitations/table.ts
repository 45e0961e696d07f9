import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { readerOf } from "#shared/accounts/email.ts";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { deleteItem, getItem, putNext, updateItem, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { readSecret } from "../../platform/secrets.ts";
import { INCIDENT, INVITATIONS_STOP_FOR, type InvitationMails, isOfIncidents } from "./rules.ts";

/**
 * Mailed invitations, in Grants: `pk` "invited#<keyed hash of the address>" or "inviter#<team's owner>", `sk` "mail".
 * Rows expire, except those with a refusal.
 */
const TABLE = () => env("TABLE_GRANTS");
const ofAddress = (hash: string) => ({ pk: `invited#${hash}`, sk: "mail" });
const ofTeam = (ownerId: string) => ({ pk: `inviter#${ownerId}`, sk: "mail" });
const end = (now: Date): number => Math.floor((now.getTime() + INVITATIONS_STOP_FOR + DAY) / SECOND);

const Saved = z.object({
  sent: z._default(z.array(z.object({ team: z.string(), at: Instant })), []),
  isRefused: z._default(z.boolean(), false),
  teams: z._default(z.array(z.string()), []),
  stoppedAt: z.optional(Instant),
  version: z._default(z.number(), 0),
});
/** `teams`: all teams that invited the address, by mail or not. */
type Found = InvitationMails & { key: { pk: string; sk: string }; teams: string[]; version: number };

async function read(key: Found["key"]): Promise<Found> {
  return { key, ...Saved.parse((await getItem({ TableName: TABLE(), Key: key })) ?? {}) };
}

export const hashOfAddress = (email: string): Promise<string> => keyed(`invited:${readerOf(email)}`);
/** Records the team, so that the deletion of the invited person's account also removes the team's invitation. */
export const invitedBy = (mails: Found, team: string): Found => ({
  ...mails,
  teams: [...new Set([...mails.teams, team])],
});
export const readMailsTo = (hash: string): Promise<Found> => read(ofAddress(hash));
export const readMailsOf = (ownerId: string): Promise<Found> => read(ofTeam(ownerId));

export const replaceMails = ({ key, version, ...mails }: Found, now: Date): Write =>
  putNext(TABLE(), { ...key, ...mails, ...(mails.isRefused ? {} : { expiresAtEpoch: end(now) }) }, version);

export const forgetMailsOf = (ownerId: string): Promise<void> =>
  deleteItem({ TableName: TABLE(), Key: ofTeam(ownerId) });

/** The token of an unsubscribe link: only a reader of the mail has it. @param hash the address's, or INCIDENT + user */
export const refusalToken = async (hash: string): Promise<string> =>
  `${hash}.${await keyed(`refusal:${hash}`)}`;
export const incidentToken = (userId: string): Promise<string> => refusalToken(`${INCIDENT}${userId}`);

export async function readMailToken(
  token: string,
): Promise<{ hash: string } | { userId: string } | undefined> {
  const of = token.slice(0, token.lastIndexOf("."));
  const [given, right] = [Buffer.from(token), Buffer.from(await refusalToken(of))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return isOfIncidents(of) ? { userId: of.slice(INCIDENT.length) } : { hash: of };
}

export async function setRefusal(hash: string, isRefused: boolean, now: Date): Promise<void> {
  await updateItem({
    TableName: TABLE(),
    Key: ofAddress(hash),
    UpdateExpression: isRefused
      ? "SET isRefused = :refused REMOVE expiresAtEpoch ADD version :one"
      : "SET isRefused = :refused, expiresAtEpoch = :end ADD version :one",
    ExpressionAttributeValues: {
      ":refused": isRefused,
      ":one": 1,
      ...(isRefused ? {} : { ":end": end(now) }),
    },
  });
}

export async function stopMailsOf(ownerId: string, at: Instant): Promise<void> {
  await updateItem({
    TableName: TABLE(),
    Key: ofTeam(ownerId),
    UpdateExpression: "SET stoppedAt = :at, expiresAtEpoch = :end ADD version :one",
    ExpressionAttributeValues: { ":at": at, ":end": end(new Date(at)), ":one": 1 },
  });
}

async function keyed(text: string): Promise<string> {
  const secret = await readSecret(env("SECRET_MAILBOX"));
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** After a bounce or a spam complaint, stops the mails of the team that invited the address last. */
export async function stopInviterOf(address: string, at: Instant): Promise<void> {
  const last = (await readMailsTo(await hashOfAddress(address))).sent.at(-1);
  if (last !== undefined) await stopMailsOf(last.team, at);
}
