import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { line } from "../text.ts";
import { Scopes } from "./scopes.ts";

export const MAX_KEY_NAME = 40;
/** Counts keys that are neither revoked nor expired. */
export const MAX_LIVE_KEYS = 50;
export const MAX_KEY_DAYS = 366;

/** A key in the back office, without its secret. */
export const ApiKey = z.object({
  /** The public part of the key, after the prefix. */
  id: z.string(),
  name: z.string(),
  scopes: z.record(z.string(), z.string()),
  created_by: z.string(),
  created_at: Instant,
  expires_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
  /** A day in UTC. */
  last_used_on: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof ApiKey>;

const KeyId = z.string().check(z.regex(/^[0-9A-Za-z]{10}$/, "Valid key ID is required"));

/** Lists all API keys, newest first, including revoked and expired ones. */
export const listApiKeys = endpoint({
  method: "GET",
  path: "/api/admin/api-keys",
  audience: "operator",
  byKey: "never",
  input: z.strictObject({}),
  output: z.object({ keys: z.array(ApiKey) }),
});

/** Creates an API key. Only this answer has the whole key. CONFLICT if a live key has the name, or 50 are live. */
export const createApiKey = endpoint({
  method: "POST",
  path: "/api/admin/api-keys",
  audience: "operator",
  freshSignIn: FRESH_FOR_SECURITY,
  byKey: "never",
  errors: ["CONFLICT"],
  input: z.object({
    name: line("Name", MAX_KEY_NAME),
    scopes: Scopes,
    expiresInDays: z.nullable(
      z.int("expiresInDays must be a whole number").check(z.minimum(1), z.maximum(MAX_KEY_DAYS)),
    ),
  }),
  output: z.object({ key: ApiKey, secret: z.string() }),
});

/** Revokes an API key: its next call is refused. Repeating the call changes nothing. */
export const revokeApiKey = endpoint({
  method: "POST",
  path: "/api/admin/api-keys/revoke",
  audience: "operator",
  byKey: "never",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ apiKeyId: KeyId }),
  output: z.object({ key: ApiKey }),
});
