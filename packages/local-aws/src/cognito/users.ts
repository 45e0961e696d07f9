import type { Verifier } from "./srp.ts";

export type UserStatus = "UNCONFIRMED" | "CONFIRMED" | "RESET_REQUIRED" | "FORCE_CHANGE_PASSWORD";

/** A code that was mailed; `value` is the address that it proves when that is not the current one. */
export type SentCode = { code: string; expiresAt: number; value?: string };

/** Why a code was sent: to confirm a sign-up, to reset a password, or to prove an attribute. */
export type CodePurpose = "signUp" | "reset" | "email";

/** Instants are epoch milliseconds. `username` is a UUID and equals `sub`. */
export type User = {
  username: string;
  attributes: Record<string, string>;
  status: UserStatus;
  enabled: boolean;
  createdAt: number;
  modifiedAt: number;
  password: Verifier | undefined;
  temporaryUntil?: number;
  groups: readonly string[];
  codes: Partial<Record<CodePurpose, SentCode>>;
  totp?: Totp;
  /** The secret of an authenticator that was begun and not verified yet: it replaces no other one before. */
  begunTotp?: string;
};

/** `lastStep` is the time step of the last accepted code: one code opens one door. */
export type Totp = {
  secret: string;
  verified: boolean;
  enabled: boolean;
  preferred: boolean;
  lastStep: number;
};

/** One sign-in. All its tokens carry its id as `origin_jti` and die with it. */
export type SignInSession = {
  originJti: string;
  username: string;
  refreshHash: string;
  authTime: number;
  expiresAt: number;
  revoked: boolean;
};

/** Cognito's list form of attributes, `sub` first. */
export function attributeList(user: User, readable?: readonly string[]): { Name: string; Value: string }[] {
  const visible = Object.entries(user.attributes).filter(([name]) => !readable || readable.includes(name));
  return [["sub", user.username], ...visible].map(([Name = "", Value = ""]) => ({ Name, Value }));
}

export function attributeRecord(
  list: readonly { Name: string; Value?: string | undefined }[],
): Record<string, string> {
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? ""]));
}
