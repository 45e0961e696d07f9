import * as z from "zod/mini";
import { assertClient, type Context, call, Metadata, userAttributesFor } from "../context.ts";
import { CognitoError, notAuthorized, userDisabled, userNotFound } from "../errors.ts";
import {
  type AuthenticationResult,
  issueTokens,
  readAccessToken,
  refreshHashOf,
  SIGN_IN_SCOPE,
  type TokenChanges,
} from "../tokens.ts";
import type { SignInSession, User } from "../users.ts";

/** Amplify 6 refreshes tokens with this call. */
export const getTokensFromRefreshToken = call(
  z.object({
    ClientId: z.string(),
    RefreshToken: z.string().check(z.minLength(1)),
    ClientMetadata: Metadata,
  }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    return await refreshTokens(context, input.RefreshToken);
  },
);

export async function refreshTokens(context: Context, refreshToken: string) {
  const session = context.store.findSessionByRefresh(refreshHashOf(refreshToken));
  if (!session) throw notAuthorized("Invalid Refresh Token");
  if (session.revoked) throw notAuthorized("Refresh Token has been revoked");
  if (session.expiresAt <= context.now()) throw notAuthorized("Refresh Token has expired");
  const user = context.store.findUser(session.username);
  if (!user) throw notAuthorized("Invalid Refresh Token");
  if (!user.enabled) throw userDisabled();
  return { AuthenticationResult: await tokensFor(context, user, session, "RefreshTokens") };
}

/** Ends the token's sign-in. Browsers sign out with this call. */
export const revokeToken = call(
  z.object({ ClientId: z.string(), Token: z.string().check(z.minLength(1)) }),
  (context, input) => {
    assertClient(context, input.ClientId);
    if (!context.pool.client.tokenRevocation) {
      throw new CognitoError(
        "UnsupportedOperationException",
        "Revocation is not enabled on this app client.",
      );
    }
    if (readAccessToken(context, input.Token)) {
      throw new CognitoError("UnsupportedTokenTypeException", "The token type is not supported.");
    }
    const session = context.store.findSessionByRefresh(refreshHashOf(input.Token));
    if (session) context.store.saveSession({ ...session, revoked: true });
    return {};
  },
);

export const globalSignOut = call(z.object({ AccessToken: z.string() }), (context, input) => {
  context.store.revokeSessions(userOfToken(context, input.AccessToken).username);
  return {};
});

/** The access token's user. @throws if the token is foreign, expired or signed out, as in each of Cognito's calls */
export function userOfToken(context: Context, accessToken: string): User {
  const claims = readAccessToken(context, accessToken);
  if (!claims) throw notAuthorized("Invalid Access Token");
  if (claims.exp * 1000 <= context.now()) throw notAuthorized("Access Token has expired");
  const user = context.store.findUser(claims.sub);
  if (!user) throw userNotFound();
  if (!user.enabled) throw userDisabled();
  if (claims.origin_jti !== undefined && context.store.findSession(claims.origin_jti)?.revoked !== false) {
    throw notAuthorized("Access Token has been revoked");
  }
  if (!claims.scope?.split(" ").includes(SIGN_IN_SCOPE))
    throw notAuthorized("Access Token does not have required scopes");
  return user;
}

const Names = z.optional(z.nullable(z.array(z.string())));
const ClaimSet = z.optional(z.nullable(z.record(z.string(), z.unknown())));
const Groups = z.optional(z.nullable(z.looseObject({ groupsToOverride: Names })));
const PerToken = z.optional(
  z.nullable(
    z.looseObject({
      claimsToAddOrOverride: ClaimSet,
      claimsToSuppress: Names,
      scopesToAdd: Names,
      scopesToSuppress: Names,
    }),
  ),
);
const PreTokenGeneration = z.looseObject({
  claimsOverrideDetails: z.optional(
    z.nullable(
      z.looseObject({
        claimsToAddOrOverride: ClaimSet,
        claimsToSuppress: Names,
        groupOverrideDetails: Groups,
      }),
    ),
  ),
  claimsAndScopeOverrideDetails: z.optional(
    z.nullable(
      z.looseObject({
        idTokenGeneration: PerToken,
        accessTokenGeneration: PerToken,
        groupOverrideDetails: Groups,
      }),
    ),
  ),
});

export async function tokensFor(
  context: Context,
  user: User,
  session: SignInSession,
  source: "Authentication" | "RefreshTokens",
): Promise<AuthenticationResult> {
  const about = { username: user.username, userAttributes: userAttributesFor(user) };
  const groups = { groupsToOverride: user.groups, iamRolesToOverride: [], preferredRole: null };
  const initial = { claimsOverrideDetails: null, claimsAndScopeOverrideDetails: null };
  const request = { groupConfiguration: groups };
  const answer = await context.triggers.run(
    "PreTokenGeneration",
    source,
    about,
    request,
    PreTokenGeneration,
    initial,
  );
  return issueTokens(context, user, session, context.now(), answer && changesIn(answer));
}

function changesIn(answer: z.infer<typeof PreTokenGeneration>): TokenChanges {
  const first = answer.claimsOverrideDetails;
  const second = answer.claimsAndScopeOverrideDetails;
  const access = second?.accessTokenGeneration;
  const groups = (second ?? first)?.groupOverrideDetails?.groupsToOverride;
  return {
    idClaims: second?.idTokenGeneration?.claimsToAddOrOverride ?? first?.claimsToAddOrOverride ?? {},
    accessClaims: access?.claimsToAddOrOverride ?? {},
    suppressed: {
      id: second?.idTokenGeneration?.claimsToSuppress ?? first?.claimsToSuppress ?? [],
      access: access?.claimsToSuppress ?? [],
    },
    addScopes: access?.scopesToAdd ?? [],
    suppressScopes: access?.scopesToSuppress ?? [],
    ...(groups ? { groups } : {}),
  };
}
