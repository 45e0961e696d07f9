import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import type { ApiEvent } from "../platform/edge.ts";
import { sessionEnded, tokenOf, type Visitor, visitor } from "../platform/visitor.ts";
import { findOperator, hasOperatorSession, isEnded, type KnownOperator } from "../users/index.ts";
import { requireFresh } from "./freshSignIn.ts";
import { keyCallerOf } from "./keyHolder.ts";

/**
 * `session` is the sign-in's `origin_jti`; `operator` is the caller's own row. A call with an API key has the row of the
 * operator who created the key, no session, and as `userId` the key's name for the audit log.
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
 * The gateway takes operators' tokens from the operators' user pool alone. Group, row and session are checked here:
 * `operator:create` writes the row, and accounts/startOperatorSession adds the session.
 * @param find how the operator's row is read, where something else is read along with it
 * @throws FORBIDDEN outside the group; AUTH_ERROR without a row; SESSION_ENDED after the sessions ended and before this one started
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
    if (!operator) throw new AppError("AUTH_ERROR", "The operator of this API key is gone.");
    // What asks for a fresh sign-in asks a key for the level `critical`.
    const signedInAt = key.isCritical ? new Date() : new Date(0);
    requireFresh(contract, { signedInAt, byKey: true });
    return { ...visitor(event), userId: key.userId, operator, session: "", signedInAt, byKey: true };
  }
  const { userId, session, signedInAt, groups } = tokenOf(event);
  if (!groups.includes(OPERATORS)) throw new AppError("FORBIDDEN", "Operators only.");
  const operator = await find(userId);
  if (!operator || session === "") throw new AppError("AUTH_ERROR", "User not authenticated");
  if (
    isEnded(operator, signedInAt) ||
    !(contract.beforeSession || hasOperatorSession(operator, session, new Date()))
  )
    throw sessionEnded();
  requireFresh(contract, { signedInAt });
  return { ...visitor(event), userId, operator, session, signedInAt, byKey: false };
}
