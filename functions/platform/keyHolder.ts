import { allows, keyCaller, type Level, levelOf } from "#shared/apiKeys/levels.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import type { ApiEvent } from "./edge.ts";
import { env } from "./env.ts";

type KeyCaller = { userId: string; createdBy: string; isCritical: boolean };

/**
 * @returns undefined for a call with an operator's own token
 * @throws FORBIDDEN where the scopes do not reach
 */
export function keyCallerOf(
  event: ApiEvent,
  contract: Pick<Endpoint, "audience" | "byKey" | "method">,
): KeyCaller | undefined {
  const holder = event.requestContext.authorizer?.lambda;
  if (!holder) return undefined;
  const { name, createdBy, scopes } = holder;
  const [area = ""] = env("FUNCTION_ID").split("/");
  const level = levelOf(contract);
  if (level === null) throw new AppError("FORBIDDEN", "API keys cannot make this call.");
  if (!allows(scopes, area, level)) throw lacksScope(area, level);
  return { userId: keyCaller(name), createdBy, isCritical: allows(scopes, area, "critical") };
}

export const lacksScope = (area: string, level: Level) =>
  new AppError("FORBIDDEN", `This API key lacks the scope ${area}:${level}.`);
