import * as z from "zod/mini";
import { CognitoError } from "./errors.ts";
import type { PoolDescription, TriggerName } from "./pool.ts";

export type InvokeTrigger = (functionId: string, event: unknown) => Promise<unknown>;

export type Triggers = ReturnType<typeof triggersOf>;
export type TriggerUser = { username: string; userAttributes: Record<string, string> };
export type ClientMetadata = Record<string, string> | undefined;

/** Cognito waits five seconds and tries three times, so a slow trigger runs more than once. */
const ATTEMPTS = 3;

export function triggersOf(options: {
  pool: PoolDescription;
  region: string;
  userPoolId: string;
  clientId: string;
  invoke: InvokeTrigger;
  timeoutMs: number;
}) {
  const { pool, region, userPoolId, clientId, invoke, timeoutMs } = options;

  async function answerOf(name: TriggerName, functionId: string, event: unknown): Promise<unknown> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const outcome = await withinTime(invoke(functionId, event), timeoutMs).catch((cause: unknown) => {
        throw new CognitoError(
          "UserLambdaValidationException",
          `${name} failed with error ${messageOf(cause)}.`,
        );
      });
      if (outcome !== TOO_SLOW) return outcome;
    }
    throw new CognitoError(
      "UnexpectedLambdaException",
      `${name} invocation failed due to error Socket timeout while invoking Lambda function.`,
    );
  }

  return {
    has: (name: TriggerName): boolean => pool.triggers[name] !== undefined,
    /** @returns the trigger's `response`; undefined if the pool has no such trigger */
    async run<Response extends object>(
      name: TriggerName,
      source: string,
      user: TriggerUser,
      request: Record<string, unknown>,
      response: z.ZodMiniType<Response>,
      initial: object = {},
    ): Promise<Response | undefined> {
      const functionId = pool.triggers[name];
      if (functionId === undefined) return undefined;
      const answer = await answerOf(name, functionId, {
        version: name === "PreTokenGeneration" && pool.tokenTriggerVersion !== "V1_0" ? "2" : "1",
        region,
        userPoolId,
        userName: user.username,
        callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId },
        triggerSource: `${name}_${source}`,
        request: { userAttributes: user.userAttributes, ...request },
        response: initial,
      });
      const read = z.object({ response }).safeParse(answer);
      if (!read.success)
        throw new CognitoError("InvalidLambdaResponseException", "Unrecognizable lambda output");
      return read.data.response;
    },
  };
}

export const AnyResponse = z.looseObject({});

const TOO_SLOW = Symbol("too slow");

async function withinTime(work: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof TOO_SLOW>((resolve) => {
    timer = setTimeout(() => resolve(TOO_SLOW), timeoutMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/\.$/, "") : "Unhandled";
}
