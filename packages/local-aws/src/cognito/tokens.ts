import { createHash, createPublicKey, randomBytes, randomUUID, sign, verify } from "node:crypto";
import * as z from "zod/mini";
import type { PoolKeys, SigningKey } from "./keys.ts";
import type { PoolDescription } from "./pool.ts";
import type { SignInSession, User } from "./users.ts";

export type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: "Bearer";
  RefreshToken?: string;
};

export type TokenChanges = {
  idClaims: Record<string, unknown>;
  accessClaims: Record<string, unknown>;
  suppressed: { id: readonly string[]; access: readonly string[] };
  groups?: readonly string[];
  addScopes: readonly string[];
  suppressScopes: readonly string[];
};

type Claims = Record<string, unknown>;
/** The API reference requires this scope for calls with an access token. */
export const SIGN_IN_SCOPE = "aws.cognito.signin.user.admin";

export function newSession(
  user: User,
  pool: PoolDescription,
  clocks: { now: () => number; signInTime: () => number },
): { session: SignInSession; refreshToken: string } {
  const refreshToken = randomBytes(96).toString("base64url");
  const session = {
    originJti: randomUUID(),
    username: user.username,
    refreshHash: refreshHashOf(refreshToken),
    authTime: clocks.signInTime(),
    expiresAt: clocks.now() + pool.client.refreshTokenSeconds * 1000,
    revoked: false,
  };
  return { session, refreshToken };
}

/** Only a hash is stored, so that a reader of the data directory cannot sign in. */
export function refreshHashOf(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("hex");
}

export type TokenIssuer = { pool: PoolDescription; keys: PoolKeys; issuer: string; clientId: string };

export function issueTokens(
  by: TokenIssuer,
  user: User,
  session: SignInSession,
  now: number,
  changes?: TokenChanges,
): AuthenticationResult {
  const { pool, keys, issuer, clientId } = by;
  const iat = Math.floor(now / 1000);
  const groups = changes?.groups ?? groupsInOrder(pool, user);
  const common = {
    sub: user.username,
    ...(groups.length > 0 ? { "cognito:groups": groups } : {}),
    iss: issuer,
    ...(pool.client.tokenRevocation ? { origin_jti: session.originJti } : {}),
    event_id: randomUUID(),
    auth_time: Math.floor(session.authTime / 1000),
    iat,
  };
  const access = {
    ...common,
    client_id: clientId,
    token_use: "access",
    scope: scopes(changes),
    exp: iat + pool.client.accessTokenSeconds,
    jti: randomUUID(),
    username: user.username,
  };
  const id = {
    ...readableClaims(pool, user),
    ...common,
    "cognito:username": user.username,
    aud: clientId,
    token_use: "id",
    exp: iat + pool.client.idTokenSeconds,
    jti: randomUUID(),
  };
  return {
    AccessToken: signed(
      keys.access,
      without({ ...access, ...changes?.accessClaims }, changes?.suppressed.access),
    ),
    IdToken: signed(keys.id, without({ ...id, ...changes?.idClaims }, changes?.suppressed.id)),
    ExpiresIn: pool.client.accessTokenSeconds,
    TokenType: "Bearer",
  };
}

const AccessClaims = z.object({
  sub: z.string(),
  client_id: z.string(),
  token_use: z.literal("access"),
  exp: z.number(),
  origin_jti: z.optional(z.string()),
  /** Missing if a trigger suppressed every scope. */
  scope: z.optional(z.string()),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

/** The claims of this pool's access token; undefined for an invalid token. Does not check the expiry. */
export function readAccessToken(by: TokenIssuer, token: string): AccessClaims | undefined {
  const [header = "", payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || keyIdOf(header) !== by.keys.access.kid) return undefined;
  const content = Buffer.from(`${header}.${payload}`);
  const publicKey = createPublicKey(by.keys.access.privateKey);
  if (!verify("sha256", content, publicKey, Buffer.from(signature, "base64url"))) return undefined;
  const claims = AccessClaims.safeParse(decoded(payload));
  if (!claims.success || claims.data.client_id !== by.clientId) return undefined;
  return claims.data;
}

function groupsInOrder(pool: PoolDescription, user: User): string[] {
  const rank = (name: string) =>
    pool.groups.find((group) => group.name === name)?.precedence ?? Number.MAX_VALUE;
  return [...user.groups].sort((left, right) => rank(left) - rank(right));
}

function readableClaims(pool: PoolDescription, user: User): Claims {
  const readable = pool.client.readAttributes;
  const claims: Claims = {};
  for (const [name, value] of Object.entries(user.attributes)) {
    if (readable && !readable.includes(name)) continue;
    claims[name] = name.endsWith("_verified") ? value === "true" : value;
  }
  return claims;
}

function scopes(changes: TokenChanges | undefined): string {
  const all = [SIGN_IN_SCOPE, ...(changes?.addScopes ?? [])];
  return all.filter((scope) => !changes?.suppressScopes.includes(scope)).join(" ");
}

// A trigger cannot suppress these claims.
const FIXED = ["sub", "iss", "aud", "client_id", "token_use", "exp", "iat", "jti", "origin_jti", "username"];
function without(claims: Claims, names: readonly string[] = []): Claims {
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => FIXED.includes(name) || !names.includes(name)),
  );
}

function signed(key: SigningKey, claims: Claims): string {
  const content = `${encoded({ kid: key.kid, alg: "RS256" })}.${encoded(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key.privateKey).toString("base64url")}`;
}

function keyIdOf(header: string): string | undefined {
  const read = z.object({ kid: z.string(), alg: z.literal("RS256") }).safeParse(decoded(header));
  return read.success ? read.data.kid : undefined;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
