import { join } from "node:path";
import * as z from "zod/mini";
import { openJournal } from "../journal.ts";
import type { PoolDescription } from "./pool.ts";
import type { SignInSession, User } from "./users.ts";

export type Store = ReturnType<typeof openStore>;

/** The pool's data that survives a restart, except its keys. */
export function openStore(dataDir: string, pool: PoolDescription, now: () => number) {
  const users = openJournal(join(dataDir, "users.jsonl"), isUser);
  const sessions = openJournal(join(dataDir, "sessions.jsonl"), isSession);
  const byEmail = new Map<string, string>();
  const byRefresh = new Map<string, string>();
  const byUser = new Map<string, Set<string>>();

  for (const user of users.values()) indexUser(user);
  for (const session of sessions.values()) {
    if (session.expiresAt < now()) sessions.delete(session.originJti);
    else indexSession(session);
  }

  function alias(email: string): string {
    return pool.caseSensitive ? email : email.toLowerCase();
  }
  function indexUser(user: User): void {
    const email = user.attributes.email;
    if (email !== undefined) byEmail.set(alias(email), user.username);
  }
  function indexSession(session: SignInSession): void {
    byRefresh.set(session.refreshHash, session.originJti);
    const own = byUser.get(session.username) ?? new Set();
    byUser.set(session.username, own.add(session.originJti));
  }

  return {
    /** By user name or address, as Cognito's calls accept both. */
    findUser(nameOrEmail: string): User | undefined {
      const own = users.get(nameOrEmail);
      if (own) return own;
      const username = byEmail.get(alias(nameOrEmail));
      return username === undefined ? undefined : users.get(username);
    },
    allUsers: (): User[] => users.values(),
    saveUser(user: User): void {
      const email = users.get(user.username)?.attributes.email;
      if (email !== undefined) byEmail.delete(alias(email));
      users.set(user.username, user);
      indexUser(user);
    },
    deleteUser(user: User): void {
      if (user.attributes.email !== undefined) byEmail.delete(alias(user.attributes.email));
      users.delete(user.username);
    },
    findSession: (originJti: string): SignInSession | undefined => sessions.get(originJti),
    findSessionByRefresh(refreshHash: string): SignInSession | undefined {
      const id = byRefresh.get(refreshHash);
      return id === undefined ? undefined : sessions.get(id);
    },
    saveSession(session: SignInSession): void {
      sessions.set(session.originJti, session);
      indexSession(session);
    },
    /** Ends all sign-ins: refresh and access tokens are refused. */
    revokeSessions(username: string): void {
      for (const id of byUser.get(username) ?? []) {
        const session = sessions.get(id);
        if (session && !session.revoked) sessions.set(id, { ...session, revoked: true });
      }
    },
  };
}

const Password = z.object({ salt: z.string(), verifier: z.string() });
const Code = z.object({ code: z.string(), expiresAt: z.number(), value: z.optional(z.string()) });
const StoredUser = z.object({
  username: z.string(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(["UNCONFIRMED", "CONFIRMED", "RESET_REQUIRED", "FORCE_CHANGE_PASSWORD"]),
  enabled: z.boolean(),
  createdAt: z.number(),
  modifiedAt: z.number(),
  password: z.optional(Password),
  groups: z.array(z.string()),
  codes: z.partialRecord(z.enum(["signUp", "reset", "email"]), Code),
});
const StoredSession = z.object({
  originJti: z.string(),
  username: z.string(),
  refreshHash: z.string(),
  authTime: z.number(),
  expiresAt: z.number(),
  revoked: z.boolean(),
});

function isUser(value: unknown): value is User {
  return StoredUser.safeParse(value).success;
}
function isSession(value: unknown): value is SignInSession {
  return StoredSession.safeParse(value).success;
}
