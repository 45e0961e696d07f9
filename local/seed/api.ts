import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import type { StackFile } from "../stackFile.ts";

type Called = Pick<Endpoint, "method" | "path">;
type CallOptions = { token?: string; cookie?: string };

/** Calls the API like a browser. Takes path parameters from the input. */
export async function callApi(
  stack: StackFile,
  contract: Called,
  input: Readonly<Record<string, unknown>>,
  { token, cookie }: CallOptions = {},
): Promise<unknown> {
  const rest = { ...input };
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const response = await fetch(stack.apiUrl + path, {
    method: contract.method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(contract.method === "GET" ? {} : { body: JSON.stringify(rest) }),
  });
  return answered(response, `${contract.method} ${path}`);
}

/** Sends a control call to the stack or to the sandbox. */
export async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answered(response, `POST ${url}`);
}

export const settle = (stack: StackFile): Promise<unknown> => post(`${stack.controlUrl}/settle`, {});

/** Pays on Stripe's page with a valid card. */
export const pay = (stack: StackFile, sessionId: string): Promise<unknown> =>
  post(`${stack.stripe.apiUrl}/_control/checkout/${sessionId}/pay`, { card: "4242424242424242" });

const Mails = z.array(z.object({ text: z.string() }));

/** The mails to an address, newest first. */
export async function mailsTo(stack: StackFile, email: string): Promise<string[]> {
  const response = await fetch(`${stack.mailUrl}/messages?to=${encodeURIComponent(email)}`);
  return Mails.parse(await response.json()).map(({ text }) => text);
}

async function answered(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`Seed: ${what} answered ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}
