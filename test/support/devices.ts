import { randomUUID } from "node:crypto";
import { call } from "./api.ts";
import type { Person } from "./people.ts";
import { computer } from "./shop.ts";

export async function freeKeyOf(person: Person): Promise<string> {
  const { body } = await call("licenses/createFreeKey", {}, { token: person.accessToken });
  return String(body.licenseKey);
}

/** What a computer sends to prove its activation, taken from the last answer. */
export const activationOf = (licenseKey: string, name: string, answer: Record<string, unknown>) => ({
  licenseKey,
  fingerprint: computer(name).fingerprint,
  activationId: String(answer.activationId),
  refreshSecret: String(answer.refreshSecret),
});

export const refreshed = (
  licenseKey: string,
  name: string,
  answer: Record<string, unknown>,
  attemptId: string = randomUUID(),
) => call("licenses/refresh", { ...activationOf(licenseKey, name, answer), attemptId });
