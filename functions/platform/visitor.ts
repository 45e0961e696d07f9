import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import type { ApiEvent } from "./edge.ts";

/** Where a request comes from. CloudFront adds address and country, so the caller can forge neither. */
export type Visitor = {
  address: string | null;
  country: string | null;
  userAgent: string | null;
  headers: ApiEvent["headers"];
  /** For example `GET /status`. */
  routeKey: string | undefined;
  cookies: Readonly<Record<string, string>>;
};
/** An access token's content. `session` is `origin_jti`, which stays the same when the sign-in is renewed. */
export type Token = { userId: string; signedInAt: Date; session: string; groups: string[] };

/**
 * API Gateway has verified signature, issuer, client and expiry. This function checks the token's use, and that the
 * `x-user-id` header does not name another user.
 * @throws AUTH_ERROR, FORBIDDEN
 */
export function tokenOf(event: ApiEvent): Token {
  const claims = event.requestContext.authorizer?.jwt?.claims ?? {};
  const { sub, token_use: use, auth_time: authTime, origin_jti: session } = claims;
  if (typeof sub !== "string" || sub === "" || use !== "access")
    throw new AppError("AUTH_ERROR", "User not authenticated");
  const named = event.headers["x-user-id"];
  if (named !== undefined && named !== sub)
    throw new AppError("FORBIDDEN", "The x-user-id header names another user.");
  return {
    userId: sub,
    // When the user typed the password. Renewals keep this time. A token without it counts as very old.
    signedInAt: new Date(Number(authTime ?? 0) * SECOND),
    session: typeof session === "string" ? session : "",
    groups: parseGroups(claims["cognito:groups"]),
  };
}

export const sessionEnded = () =>
  new AppError("SESSION_ENDED", "Your session has ended. Please sign in again.");

/** HTTP API sends a list claim as the string `"[a b]"`. */
export function parseGroups(claim: unknown): string[] {
  if (typeof claim !== "string") return [];
  const inner = /^\[(.*)\]$/.exec(claim)?.[1] ?? "";
  return inner.split(" ").filter(Boolean);
}

export function visitor(event: ApiEvent): Visitor {
  return {
    address: stripPort(event.headers["cloudfront-viewer-address"]),
    country: event.headers["cloudfront-viewer-country"] ?? null,
    userAgent: event.headers["user-agent"] ?? null,
    headers: event.headers,
    routeKey: event.routeKey,
    cookies: parseCookies(event.cookies),
  };
}

/** API Gateway sends each cookie as `name=value`. The first cookie of a name wins. */
export function parseCookies(lines: readonly string[] | undefined): Record<string, string> {
  const pairs = (lines ?? []).flatMap((line): [string, string][] => {
    const sign = line.indexOf("=");
    return sign < 1 ? [] : [[line.slice(0, sign).trim(), line.slice(sign + 1).trim()]];
  });
  return Object.fromEntries(pairs.reverse());
}

/** Removes the port of `203.0.113.24:41234` and `2001:db8::1:41234`. */
export function stripPort(address: string | undefined): string | null {
  if (address === undefined) return null;
  return address.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
