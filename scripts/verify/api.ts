import * as z from "zod/mini";
import type { Endpoint, Output, Request } from "#shared/endpoint.ts";

export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(what: string, status: number, { code, error, field }: Record<string, unknown>) {
    const where = field === undefined ? "" : ` at ${String(field)}`;
    super(`${what} answers ${status} ${String(code ?? "")}${where}: ${String(error ?? "")}`);
    this.status = status;
    this.code = String(code ?? "");
  }
}

type Sent = { readonly token?: string; readonly cookie?: string; readonly headers?: Record<string, string> };

export type Api = <E extends Endpoint>(contract: E, input: Request<E>, sent?: Sent) => Promise<Output<E>>;

/** Calls the API on the site, and parses answers by the contracts. */
export function apiOf(apiUrl: string): Api {
  return async <E extends Endpoint>(
    contract: E,
    input: Request<E>,
    { token, cookie, headers }: Sent = {},
  ) => {
    const rest: Record<string, unknown> = Object.fromEntries(Object.entries(input ?? {}));
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const isRead = contract.method === "GET";
    const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
    const response = await fetch(`${apiUrl}${path}${isRead && query.size > 0 ? `?${query}` : ""}`, {
      method: contract.method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
      signal: AbortSignal.timeout(30_000),
    });
    const body: unknown = await response.json().catch(() => ({}));
    if (!response.ok)
      throw new ApiRefusal(
        `${contract.method} ${path}`,
        response.status,
        Object.fromEntries(Object.entries(body ?? {})),
      );
    return z.parse<E["output"]>(contract.output, body);
  };
}
