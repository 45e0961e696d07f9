import { type Need, needsOf } from "#shared/apiKeys/levels.ts";
import { SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import { AppError } from "#shared/errors.ts";
import type { Instant } from "#shared/instant.ts";

type Key = {
  readonly scopes: Readonly<Record<string, string>>;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
};

export type Call = { id: string; needs: readonly Need[]; pathParameters: Record<string, string> };

const COMPILED = SCRIPT_ROUTES.map((route) => ({
  ...route,
  names: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
}))
  // Like the gateway, prefers a fixed segment to a parameter.
  .sort((one, other) => one.names.length - other.names.length);

export function findCall(method: string, path: string): Call | undefined {
  for (const route of COMPILED) {
    const found = route.method === method ? route.pattern.exec(path) : null;
    if (found === null) continue;
    const { id, level, names } = route;
    const pathParameters = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""] as const));
    return { id, needs: needsOf(id, route, level, pathParameters), pathParameters };
  }
  return undefined;
}

export function requireLive(key: Key, now: Date): void {
  if (key.revokedAt !== null) throw new AppError("AUTH_ERROR", "This API key was revoked.");
  if (hasExpired(key, now)) throw new AppError("AUTH_ERROR", "This API key has expired.");
}

const hasExpired = ({ expiresAt }: Key, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.toISOString();

export const isLive = (key: Key, now: Date): boolean => key.revokedAt === null && !hasExpired(key, now);
