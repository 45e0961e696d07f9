import type { Audience, Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { ApiEvent } from "../platform/edge.ts";
import { sessionEnded, tokenOf, type Visitor, visitor } from "../platform/visitor.ts";
import { findUser, hasEnded, isStarted, type User } from "../users/index.ts";
import { requireFresh } from "./freshSignIn.ts";
import { identifyOperator, type OperatorCaller } from "./operator.ts";

/** `user` is the caller's own row. The suspension check has read it already. */
export type Customer = SignedIn & { user: User };
export type Account = Customer["user"];
export type SignedIn = Visitor & {
  userId: string;
  user: User | undefined;
  signedInAt: Date;
  /** The token's `origin_jti`, shared by all renewals of a sign-in. Null only if the pool does not revoke tokens. */
  sessionId: string | null;
  /** The raw token, for Cognito's operations that only its holder may call. */
  accessToken: string;
};

export type CallerOf<A extends Audience> = A extends "operator"
  ? OperatorCaller
  : A extends "customer"
    ? Customer
    : Visitor;

export type Asked = Pick<
  Endpoint,
  "audience" | "beforeSession" | "byKey" | "freshSignIn" | "method" | "whileSuspended"
>;

export async function identify(
  event: ApiEvent,
  contract: Asked,
): Promise<Visitor | Customer | OperatorCaller> {
  const { audience } = contract;
  if (audience === "operator") return identifyOperator(event, contract);
  return audience === "customer" ? identifyPerson(event, contract) : visitor(event);
}

/** @param find reads the caller's row, and may read other rows with it */
export async function identifyPerson(event: ApiEvent, contract: Asked, find = findUser): Promise<Customer> {
  const caller = await identifySignedIn(event, contract, find);
  if (!caller.user) throw new AppError("AUTH_ERROR", "User not authenticated");
  return { ...caller, user: caller.user };
}

/** Also refuses ended sessions, and suspended and deleted accounts: the gateway accepts a token until it expires. */
export async function identifySignedIn(event: ApiEvent, contract: Asked, find = findUser): Promise<SignedIn> {
  const { userId, signedInAt, session } = tokenOf(event);
  const user = await find(userId);
  if (user?.deletedAt) throw new AppError("AUTH_ERROR", "This account was deleted.");
  const sessionId = session === "" ? null : session;
  const signIn = { signedInAt: toEpochSeconds(signedInAt.toISOString()), sessionId };
  if (user && hasEnded(user, signIn)) throw sessionEnded();
  if (user && !contract.beforeSession && !isStarted(user.startedSessions, signIn)) throw sessionEnded();
  if (user?.suspended && !contract.whileSuspended) throw accountSuspended();
  requireFresh(contract, { signedInAt });
  const accessToken = event.headers.authorization?.slice("Bearer ".length) ?? "";
  return { ...visitor(event), userId, user, signedInAt, sessionId, accessToken };
}

export const accountSuspended = () =>
  new AppError("ACCOUNT_SUSPENDED", "This account is suspended. Please contact support.");
