import type { Verifier } from "./srp.ts";

export type UserStatus = "UNCONFIRMED" | "CONFIRMED" | "RESET_REQUIRED" | "FORCE_CHANGE_PASSWORD";

/** A mailed code. `value`: the address that a code with the purpose `email` verifies. */
export type SentCode = { code: string; expiresAt: number; value?: string };

export type CodePurpose = "signUp" | "reset" | "email";

/** Instants are epoch milliseconds. `username` equals `sub`. It is a UUID if users sign in with email addresses. */
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
  /** The secret of a new authenticator. The previous authenticator works until the new one is verified. */
  begunTotp?: string;
};

/** `lastStep`: the last accepted code's time step, so that a code works once. */
export type Totp = {
  secret: string;
  verified: boolean;
  enabled: boolean;
  preferred: boolean;
  lastStep: number;
};

/** A sign-in. Its tokens carry the sign-in's id as `origin_jti` and end with the sign-in. */
export type SignInSession = {
  originJti: string;
  username: string;
  refreshHash: string;
  authTime: number;
  expiresAt: number;
  revoked: boolean;
};

/** Attributes as Cognito lists them, `sub` first. */
export function attributeList(user: User, readable?: readonly string[]): { Name: string; Value: string }[] {
  const visible = Object.entries(user.attributes).filter(([name]) => !readable || readable.includes(name));
  return [["sub", user.username], ...visible].map(([Name = "", Value = ""]) => ({ Name, Value }));
}

export function attributeRecord(
  list: readonly { Name: string; Value?: string | undefined }[],
): Record<string, string> {
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? ""]));
}
