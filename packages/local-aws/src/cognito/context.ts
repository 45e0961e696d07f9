import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import type { waitingRoom } from "./challenges.ts";
import { CognitoError, invalidParameter } from "./errors.ts";
import type { PasswordLock, WindowLimit } from "./limits.ts";
import type { Exchange } from "./srp.ts";
import type { Identity } from "./srpNumbers.ts";
import type { Store } from "./store.ts";
import type { TokenIssuer } from "./tokens.ts";
import type { Triggers } from "./triggers.ts";
import type { User } from "./users.ts";

export type Mail = { to: string; from: string; subject: string; text: string; html?: string };

/** `username`: undefined for an unknown user. The client must not learn that the user is unknown. */
export type SrpStep = { username: string | undefined; userId: string; exchange: Exchange };
export type SessionStep = {
  username: string;
  next: "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA" | "MFA_SETUP" | "MFA_SETUP_DONE";
  /** A new authenticator's secret during a sign-in. */
  secret?: string;
};

export type Context = TokenIssuer & {
  region: string;
  userPoolId: string;
  /** The part of the pool's id after the underscore. */
  poolName: string;
  store: Store;
  triggers: Triggers;
  srpSteps: ReturnType<typeof waitingRoom<SrpStep>>;
  sessionSteps: ReturnType<typeof waitingRoom<SessionStep>>;
  passwordLock: PasswordLock;
  codeTries: WindowLimit;
  codeRequests: WindowLimit;
  sendMail: (mail: Mail) => void;
  now: () => number;
  signInTime: () => number;
};

export type Call = (context: Context, input: unknown) => Promise<object>;

/** Creates an operation that checks its input first and refuses invalid input with Cognito's message. */
export function call<Input>(
  schema: z.ZodMiniType<Input>,
  run: (context: Context, input: Input) => Promise<object> | object,
): Call {
  return async (context, input) => {
    const read = schema.safeParse(input);
    if (read.success) return await run(context, read.data);
    const issue = read.error.issues[0];
    const field = (issue?.path ?? []).join(".");
    throw invalidParameter(
      `1 validation error detected: Value at '${field.charAt(0).toLowerCase()}${field.slice(1)}' ` +
        `failed to satisfy constraint: ${issue?.message ?? "invalid"}`,
    );
  };
}

export const Metadata = z.optional(z.record(z.string(), z.string()));
export const Attributes = z.optional(
  z.array(
    z.object({
      Name: z.string().check(z.minLength(1), z.maxLength(32)),
      Value: z.optional(z.string().check(z.maxLength(2048))),
    }),
  ),
);

export function assertClient(context: Context, clientId: string): void {
  if (clientId !== context.clientId) {
    throw new CognitoError("ResourceNotFoundException", `User pool client ${clientId} does not exist.`);
  }
}

export function assertPool(context: Context, userPoolId: string): void {
  if (userPoolId !== context.userPoolId) {
    throw new CognitoError("ResourceNotFoundException", `User pool ${userPoolId} does not exist.`);
  }
}

export function identityOf(context: Context, user: User): Identity {
  return { poolName: context.poolName, userId: user.username };
}

/** A stable, meaningless value for an unknown user name. */
export function inventedFor(context: Context, name: string, what: string): string {
  const key = context.pool.caseSensitive ? name : name.toLowerCase();
  return createHmac("sha256", context.keys.secret).update(`${what} ${key}`).digest("hex");
}

/** Changes the stored user. Callers await triggers, so their copy may be stale. */
export function changeUser(context: Context, username: string, change: (user: User) => User): User {
  const user = context.store.findUser(username);
  if (!user) throw new CognitoError("UserNotFoundException", "User does not exist.");
  const changed = { ...change(user), modifiedAt: context.now() };
  context.store.saveUser(changed);
  return changed;
}

export function userAttributesFor(user: User): Record<string, string> {
  return { sub: user.username, ...user.attributes, "cognito:user_status": user.status };
}
