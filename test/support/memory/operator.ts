/** The row of an operator with started sessions, for tests without a user pool and a sign-in. */
export function operatorRowOf({ userId, sessions }: { userId: string; sessions: readonly string[] }) {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    pk: userId,
    sk: "operator",
    userId,
    email: `${userId}@example.com`,
    sessions: sessions.map((id) => ({ id, at })),
    places: [],
    sessionsValidFrom: 0,
    factorResetAt: null,
    version: 1,
  };
}

const SIGN_IN = "sign-in";

/** The row of an operator who calls with `operatorClaims`. */
export const operatorRow = (userId: string) => operatorRowOf({ userId, sessions: [SIGN_IN] });

/** The claims that API Gateway passes on from such an operator's token. @param signedInAt epoch seconds */
export const operatorClaims = (userId: string, signedInAt = Math.floor(Date.now() / 1000)) => ({
  sub: userId,
  token_use: "access",
  origin_jti: SIGN_IN,
  auth_time: String(signedInAt),
  "cognito:groups": "[operators]",
});
