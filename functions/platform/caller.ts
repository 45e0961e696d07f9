import type { Audience, Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { hasEnded } from "../accounts/sessions/rules.ts";
import { findUser, type User } from "../accounts/table.ts";
import type { ApiEvent } from "./edge.ts";
import { env } from "./env.ts";

/** Where a request comes from, as CloudFront saw it; not what the caller claims. */
export type Visitor = {
  address: string | null;
  country: string | null;
  /** What they claim after all: for figures, never for a decision about money or access. */
  userAgent: string | null;
  referrer: string | null;
  /** By name. */
  cookies: Readonly<Record<string, string>>;
};
/** `user` is the caller's own row, read for the suspension check and handed on so that nobody reads it twice. */
export type Customer = SignedIn & { user: User };
/** A signed-in person whose row may not exist yet. */
export type SignedIn = Visitor & {
  userId: string;
  user: User | undefined;
  signedInAt: Date;
  /** The token's `origin_jti`: one sign-in with all its renewals. Null only where the pool does not revoke tokens. */
  sessionId: string | null;
};

export type CallerOf<A extends Audience> = A extends "customer" | "operator" ? Customer : Visitor;

const OPERATORS = "operators";

type Asked = Pick<Endpoint, "audience" | "beforeSecondFactor" | "whileSuspended">;

export async function identify(event: ApiEvent, contract: Asked): Promise<Visitor | Customer> {
  const { audience } = contract;
  if (audience !== "customer" && audience !== "operator") return visitor(event);
  return identifyPerson(event, contract);
}

/** @param find how the caller's row is read, where something else is read along with it */
export async function identifyPerson(event: ApiEvent, contract: Asked, find = findUser): Promise<Customer> {
  const caller = await identifySignedIn(event, contract, find);
  if (!caller.user) throw new AppError("AUTH_ERROR", "User not authenticated");
  return { ...caller, user: caller.user };
}

/**
 * The token's `sub` names the user. API Gateway has checked signature, issuer, client and expiry; the token's
 * use, the group, whether the session has ended and the suspended flag are checked here: tokens outlive all of them.
 */
export async function identifySignedIn(event: ApiEvent, contract: Asked, find = findUser): Promise<SignedIn> {
  const claims = event.requestContext.authorizer?.jwt.claims ?? {};
  const { sub, token_use: use, auth_time: authTime, origin_jti: originJti } = claims;
  if (typeof sub !== "string" || sub === "" || use !== "access")
    throw new AppError("AUTH_ERROR", "User not authenticated");
  const named = event.headers["x-user-id"];
  if (named !== undefined && named !== sub)
    throw new AppError("FORBIDDEN", "The x-user-id header names somebody else.");
  if (contract.audience === "operator" && !parseGroups(claims["cognito:groups"]).includes(OPERATORS))
    throw new AppError("FORBIDDEN", "Operators only.");
  const user = await find(sub);
  if (user?.deletedAt) throw new AppError("AUTH_ERROR", "This account was deleted.");
  // When the password was typed; a renewed token keeps it. Without it, long ago.
  const signedInAt = Number(authTime ?? 0);
  const sessionId = typeof originJti === "string" ? originJti : null;
  if (user && hasEnded(user, { signedInAt, sessionId })) throw sessionEnded();
  if (user?.suspended && !contract.whileSuspended) throw accountSuspended();
  if (contract.audience === "operator" && !contract.beforeSecondFactor)
    requireSecondFactor(user?.secondFactorSignIns ?? [], signedInAt);
  return { ...visitor(event), userId: sub, user, signedInAt: new Date(signedInAt * SECOND), sessionId };
}

/**
 * An access token does not say how its owner signed in. After each sign-in the back office has it looked up at
 * Cognito once (accounts/proveSecondFactor), which writes the sign-in into the operator's own row.
 * @throws SECOND_FACTOR_REQUIRED where the deployment asks for it and this sign-in was without
 */
function requireSecondFactor(proven: readonly number[], signedInAt: number): void {
  if (env("SECOND_FACTOR") !== "required" || proven.includes(signedInAt)) return;
  throw new AppError("SECOND_FACTOR_REQUIRED", "Please set up your authenticator app first.");
}

const sessionEnded = () => new AppError("SESSION_ENDED", "Your session has ended. Please sign in again.");

export const accountSuspended = () =>
  new AppError("ACCOUNT_SUSPENDED", "This account is suspended. Please contact support.");

/** HTTP API hands a list claim over as the string `"[a b]"`. */
export function parseGroups(claim: unknown): string[] {
  if (typeof claim !== "string") return [];
  const inner = /^\[(.*)\]$/.exec(claim)?.[1] ?? "";
  return inner.split(" ").filter((group) => group !== "");
}

function visitor(event: ApiEvent): Visitor {
  return {
    address: stripPort(event.headers["cloudfront-viewer-address"]),
    country: event.headers["cloudfront-viewer-country"] ?? null,
    userAgent: event.headers["user-agent"] ?? null,
    referrer: event.headers.referer ?? null,
    cookies: parseCookies(event.cookies),
  };
}

/** API Gateway hands each cookie over as `name=value`. Of two with one name the first is meant. */
export function parseCookies(lines: readonly string[] | undefined): Record<string, string> {
  const pairs = (lines ?? []).flatMap((line): [string, string][] => {
    const sign = line.indexOf("=");
    return sign < 1 ? [] : [[line.slice(0, sign).trim(), line.slice(sign + 1).trim()]];
  });
  return Object.fromEntries(pairs.reverse());
}

/** `203.0.113.24:41234` and `2001:db8::1:41234`, both without their port. */
export function stripPort(address: string | undefined): string | null {
  if (address === undefined) return null;
  return address.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
