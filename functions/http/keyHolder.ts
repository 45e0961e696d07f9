import { allows, keyCaller, levelOf, type Need, needsOf } from "#shared/apiKeys/levels.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import type { ApiEvent } from "../platform/edge.ts";
import { env } from "../platform/env.ts";

type KeyCaller = { userId: string; createdBy: string; isCritical: boolean };

/**
 * @returns undefined for a call with an operator's own token
 * @throws FORBIDDEN if the key's scopes do not cover the endpoint, or no API key may call it
 */
export function keyCallerOf(
  event: ApiEvent,
  contract: Pick<Endpoint, "areaBy" | "audience" | "byKey" | "method" | "shows">,
): KeyCaller | undefined {
  const holder = event.requestContext.authorizer?.lambda;
  if (!holder) return undefined;
  const { name, createdBy, scopes } = holder;
  const level = levelOf(contract);
  if (level === null) throw new AppError("FORBIDDEN", "API keys cannot make this call.");
  const needs = needsOf(env("FUNCTION_ID"), contract, level, event.pathParameters);
  const lacking = needs.find(({ area, level: wanted }) => !allows(scopes, area, wanted));
  if (lacking) throw lacksScope(lacking);
  return { userId: keyCaller(name), createdBy, isCritical: allows(scopes, needs[0].area, "critical") };
}

export const lacksScope = ({ area, level }: Need) =>
  new AppError("FORBIDDEN", `This API key lacks the scope ${area}:${level}.`);
