import type { Endpoint, Request } from "#shared/endpoint.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { stack } from "./running.ts";

export type Answer = { status: number; body: Record<string, unknown> & { code?: string; field?: string } };

type Sent = { token?: string | undefined; headers?: Record<string, string> };

/** Sends any bytes, valid or not, to an endpoint through CloudFront and the gateway. */
export async function send(
  contract: Pick<Endpoint, "method" | "path">,
  body: string | undefined,
  { token, headers }: Sent = {},
): Promise<Answer> {
  const response = await fetch(stack().apiUrl + contract.path, {
    method: contract.method,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();
  const location = response.headers.get("location");
  if (response.status === 302) return { status: 302, body: { location } };
  if (response.headers.get("content-type")?.includes("xml"))
    return { status: response.status, body: { text } };
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    throw new Error(
      `${contract.method} ${contract.path} answered ${response.status} without JSON: ${text.slice(0, 200)}`,
    );
  }
}

/** Calls an endpoint by its contract, which says where each value goes: path, query or JSON body. */
export function call<I extends EndpointId>(
  id: I,
  input: Request<(typeof ENDPOINTS)[I]>,
  sent: Sent = {},
): Promise<Answer> {
  const contract: Endpoint = ENDPOINTS[id];
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  let path: string = contract.path;
  for (const [placeholder, name] of contract.path.matchAll(/\{(\w+)\}/g)) {
    if (!name) continue;
    path = path.replace(placeholder, encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  const query = new URLSearchParams(
    Object.entries(rest).map(([key, value]) => [key, String(value)]),
  ).toString();
  const isRead = contract.method === "GET";
  const target = {
    method: contract.method,
    path: (isRead && query ? `${path}?${query}` : path) as `/${string}`,
  };
  return send(target, isRead ? undefined : JSON.stringify(rest), sent);
}
