import { createHash } from "node:crypto";

/** A user pool of the template with its one client and its groups. Durations are seconds. */
export type PoolDescription = {
  /** The pool's logical id, from which the public ids are derived. */
  logicalId: string;
  name: string;
  passwordPolicy: PasswordPolicy;
  usernameAttributes: readonly "email"[];
  caseSensitive: boolean;
  autoVerifiedAttributes: readonly string[];
  /** Attributes whose old value stays until the new one is verified (CDK's `keepOriginal`). */
  verifyBeforeUpdate: readonly string[];
  schema: readonly AttributeRule[];
  triggers: Partial<Record<TriggerName, string>>;
  tokenTriggerVersion: "V1_0" | "V2_0" | "V3_0";
  /** How a lost password is recovered: by a mailed code, or by an admin only. */
  recovery: "email" | "admin";
  adminCreateUserOnly: boolean;
  mfa: "OFF" | "OPTIONAL" | "ON";
  /** The operations without AWS credentials that the web ACL allows. Missing: all. */
  firewall?: { open: string; withSecret: string; header: string; secret: string };
  mail: PoolMail;
  client: PoolClient;
  groups: readonly PoolGroup[];
};

export type PasswordPolicy = {
  minimumLength: number;
  requireUppercase: boolean;
  requireLowercase: boolean;
  requireNumbers: boolean;
  requireSymbols: boolean;
  temporaryPasswordSeconds: number;
};

/** Custom attributes have the prefix `custom:`. */
export type AttributeRule = { name: string; required: boolean; mutable: boolean };

export type PoolClient = {
  logicalId: string;
  name: string;
  authFlows: readonly string[];
  accessTokenSeconds: number;
  idTokenSeconds: number;
  refreshTokenSeconds: number;
  authSessionSeconds: number;
  preventUserExistenceErrors: boolean;
  /** Undefined: every attribute, the template's default. */
  readAttributes: readonly string[] | undefined;
  writeAttributes: readonly string[] | undefined;
  tokenRevocation: boolean;
};

/** In messages, the code or the temporary password replaces `{####}`, and the address replaces `{username}`. */
export type PoolMail = { from: string; verification: MailTemplate; invitation: MailTemplate };
export type MailTemplate = { subject: string; message: string };

export type PoolGroup = { name: string; description?: string; precedence?: number };

export const TRIGGER_NAMES = [
  "PreSignUp",
  "PostConfirmation",
  "PreAuthentication",
  "PostAuthentication",
  "PreTokenGeneration",
  "CustomMessage",
] as const;
export type TriggerName = (typeof TRIGGER_NAMES)[number];

/** The standard attributes of every pool (OpenID's claims). */
export const STANDARD_ATTRIBUTES: ReadonlySet<string> = new Set([
  "address",
  "birthdate",
  "email",
  "email_verified",
  "family_name",
  "gender",
  "given_name",
  "locale",
  "middle_name",
  "name",
  "nickname",
  "phone_number",
  "phone_number_verified",
  "picture",
  "preferred_username",
  "profile",
  "sub",
  "updated_at",
  "website",
  "zoneinfo",
]);

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LOWERCASE = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Like Amazon's, for example `eu-central-1_aB3dE5fG7`, and always the same for a logical id. */
export function userPoolIdOf(region: string, pool: { logicalId: string }): string {
  return `${region}_${letters(`pool ${pool.logicalId}`, 9, ALPHANUMERIC)}`;
}

export function clientIdOf(pool: { logicalId: string; client: { logicalId: string } }): string {
  return letters(`client ${pool.logicalId} ${pool.client.logicalId}`, 26, LOWERCASE);
}

export function issuerOf(region: string, userPoolId: string): string {
  return `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
}

function letters(text: string, count: number, alphabet: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, count);
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** An attribute's name in calls. Names outside the standard claims are custom. */
export function standardOrCustom(name: string): string {
  return STANDARD_ATTRIBUTES.has(name) || name.startsWith("custom:") ? name : `custom:${name}`;
}
