import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";
import { amazon } from "./amazon.ts";

/** How long a warm Lambda may use an old secret after a rotation. */
const KEPT_FOR = 5 * MINUTE;

const client = new SecretsManagerClient(amazon("secretsmanager", 2_000, 3));
const cache = new Map<string, { value: Promise<string>; readAt: number }>();

/** @throws CONFIG_ERROR if the secret has no value */
export function readSecret(name: string): Promise<string> {
  const known = cache.get(name);
  if (known && Date.now() - known.readAt < KEPT_FOR) return known.value;
  const value = fetchSecret(name);
  cache.set(name, { value, readAt: Date.now() });
  value.catch(() => cache.delete(name));
  return value;
}

async function fetchSecret(name: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
  if (!SecretString) throw new AppError("CONFIG_ERROR", `The secret ${name} has no value`);
  return SecretString;
}
