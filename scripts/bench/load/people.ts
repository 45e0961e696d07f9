import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { join } from "#shared/affiliates/customer.ts";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { activate } from "#shared/licenses/device.ts";
import { callApi, post } from "../../../local/seed/api.ts";
import { signInCustomer, signUpOnce } from "../../../local/seed/signIn.ts";
import type { StackFile } from "../../../local/stackFile.ts";

const PASSWORD = "Correct-Horse7";
const Activated = z.object({ activationId: z.string(), refreshSecret: z.string() });

export type Customer = {
  userId: string;
  email: string;
  token: string;
  /** The application's credentials; a refresh replaces the secret. */
  proof: { licenseKey: string; fingerprint: string; activationId: string; refreshSecret: string };
};

/** Signs up, takes the free key and activates it, from a separate network. */
export async function newCustomer(stack: StackFile): Promise<Customer> {
  const part = () => Math.floor(Math.random() * 256);
  await post(`${stack.controlUrl}/viewer`, { address: `198.${18 + (part() % 2)}.${part()}.${part()}` });
  const name = randomUUID().slice(0, 13);
  const person = { email: `load-${name}@example.com`, password: PASSWORD };
  await signUpOnce(stack, person);
  const token = await signInCustomer(stack, person);
  const { licenseKey } = createFreeKey.output.parse(await callApi(stack, createFreeKey, {}, { token }));
  const computer = { licenseKey, fingerprint: `fingerprint-of-${name}` };
  const described = { computerName: `Computer ${name}`, os: "Windows 11", appVersion: "2.4.1" };
  const activated = z.parse(Activated, await callApi(stack, activate, { ...computer, ...described }));
  return { userId: userIn(token), email: person.email, token, proof: { ...computer, ...activated } };
}

/** Tokens expire after a quarter of an hour, so a day must be shorter. */
export async function signInAll(stack: StackFile, customers: readonly Customer[]): Promise<void> {
  for (const one of customers)
    one.token = await signInCustomer(stack, { email: one.email, password: PASSWORD });
}

export async function joinProgram(stack: StackFile, { token }: Customer): Promise<string> {
  const code = `LOAD${randomUUID().slice(0, 6).toUpperCase()}`;
  await callApi(stack, join, { acceptTerms: true, code }, { token });
  return code;
}

function userIn(token: string): string {
  const [, payload = ""] = token.split(".");
  return z.object({ sub: z.string() }).parse(JSON.parse(Buffer.from(payload, "base64url").toString())).sub;
}
