import { isForReaders, READ_ONLY } from "#shared/apiKeys/levels.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import type { ApiEvent } from "../platform/edge.ts";
import { sessionEnded, tokenOf, type Visitor, visitor } from "../platform/visitor.ts";
import { findOperator, hasOperatorSession, isEnded, type KnownOperator } from "../users/index.ts";
import { requireFresh } from "./freshSignIn.ts";
import { keyCallerOf } from "./keyHolder.ts";

/**
 * `session` is the sign-in's `origin_jti`; `operator` is the caller's own row. With an API key, `operator` is the key's
 * creator, `session` is empty, and `userId` is the key's name in the audit log.
 */
export type OperatorCaller = Visitor & {
  userId: string;
  operator: KnownOperator;
  session: string;
  signedInAt: Date;
  byKey: boolean;
};

const OPERATORS = "operators";

/**
 * The gateway accepts tokens from the operators' user pool only. This function checks the row (from `operator:create`
 * or accounts/inviteReader), the group and the session (from accounts/startOperatorSession). A reader is marked in the
 * row and is in no group, so a release that does not know readers refuses them.
 * @param find reads the operator's row, and may read other rows with it
 * @throws FORBIDDEN, AUTH_ERROR without a row, SESSION_ENDED without a live session, READ_ONLY, FRESH_SIGN_IN_REQUIRED
 */
export async function identifyOperator(
  event: ApiEvent,
  contract: Pick<
    Endpoint,
    "areaBy" | "audience" | "beforeSession" | "byKey" | "freshSignIn" | "method" | "shows"
  >,
  find = findOperator,
): Promise<OperatorCaller> {
  const key = keyCallerOf(event, contract);
  if (key) {
    const operator = await find(key.createdBy);
    // A former administrator who was invited as a reader may still have an unrevoked key.
    if (!operator || operator.isReader)
      throw new AppError("AUTH_ERROR", "This key's creator is no longer an administrator. Use another key.");
    // If the call needs a fresh sign-in, an API key needs the level `critical` instead.
    const signedInAt = key.isCritical ? new Date() : new Date(0);
    requireFresh(contract, { signedInAt, byKey: true });
    return { ...visitor(event), userId: key.userId, operator, session: "", signedInAt, byKey: true };
  }
  const { userId, session, signedInAt, groups } = tokenOf(event);
  const operator = await find(userId);
  if (!operator || session === "") throw new AppError("AUTH_ERROR", "User not authenticated");
  if (!operator.isReader && !groups.includes(OPERATORS)) throw new AppError("FORBIDDEN", "Operators only.");
  if (
    isEnded(operator, signedInAt) ||
    !(contract.beforeSession || hasOperatorSession(operator, session, new Date()))
  )
    throw sessionEnded();
  if (operator.isReader && !isForReaders(contract)) throw new AppError("READ_ONLY", READ_ONLY);
  requireFresh(contract, { signedInAt });
  return { ...visitor(event), userId, operator, session, signedInAt, byKey: false };
}
