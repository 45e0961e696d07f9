import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { isEnded, isStarted } from "../accounts/operators/rules.ts";
import { findOperator, type KnownOperator } from "../accounts/operators/table.ts";
import type { ApiEvent } from "./edge.ts";
import { sessionEnded, tokenOf, type Visitor, visitor } from "./visitor.ts";

/** `session` is the sign-in's `origin_jti`; `operator` is the caller's own row. */
export type OperatorCaller = Visitor & {
  userId: string;
  operator: KnownOperator;
  session: string;
  signedInAt: Date;
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
  contract: Pick<Endpoint, "beforeSession">,
  find = findOperator,
): Promise<OperatorCaller> {
  const { userId, session, signedInAt, groups } = tokenOf(event);
  if (!groups.includes(OPERATORS)) throw new AppError("FORBIDDEN", "Operators only.");
  const operator = await find(userId);
  if (!operator || session === "") throw new AppError("AUTH_ERROR", "User not authenticated");
  if (isEnded(operator, signedInAt) || !(contract.beforeSession || isStarted(operator, session)))
    throw sessionEnded();
  return { ...visitor(event), userId, operator, session, signedInAt };
}
