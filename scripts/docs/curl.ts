import type { Endpoint } from "../../shared/endpoint.ts";
import { API_PATH } from "../../shared/site.ts";

export type Filled = { path: string; query: Record<string, unknown>; body: Record<string, unknown> | null };

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A shell command; $SITE is the site's address and $TOKEN an access token. */
export function curlOf(contract: Endpoint, { path, query, body }: Filled): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const address = `"$SITE${API_PATH}${path}${search.size > 0 ? `?${search}` : ""}"`;
  const parts = [contract.method === "GET" ? `curl ${address}` : `curl -X ${contract.method} ${address}`];
  if (contract.audience === "customer" || contract.audience === "operator")
    parts.push('-H "Authorization: Bearer $TOKEN"');
  if (body !== null) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(" \\\n  ");
}
