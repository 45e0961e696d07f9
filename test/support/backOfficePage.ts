import type { Page } from "playwright-core";
import type { Endpoint } from "#shared/endpoint.ts";
import { type Asked, answerCalls, type Reply } from "./answerCalls.ts";
import { ANSWERS } from "./backOfficeAnswers.ts";

export type Seen = { path: string; query: URLSearchParams; body: Record<string, unknown> };

/**
 * Answers the calls of the back office on a page. `replies` replaces answers, by method and path. If a reply is
 * undefined, the usual answer is sent. Input that the contract does not allow is refused as the server refuses it.
 */
export async function answerBackOffice(
  page: Page,
  replies: Readonly<Record<string, (seen: Seen) => Reply | undefined>> = {},
): Promise<Seen[]> {
  const asked: Seen[] = [];
  const reply = ({ method, url, body }: Asked): Promise<Reply> | Reply | undefined => {
    const path = url.pathname.replace(/^\/backend/, "");
    const seen = { path, query: url.searchParams, body: JSON.parse(body || "{}") };
    const given = replies[`${method} ${path}`];
    const known = ANSWERS.find(
      ([contract]) => contract.method === method && inPath(contract.path, path) !== null,
    );
    if (given === undefined && known === undefined) return undefined;
    asked.push(seen);
    return (known && refusal(known[0], seen)) ?? given?.(seen) ?? { json: known?.[1] };
  };
  await answerCalls(page, ["*/backend/api/*", "*/backend/admin/*"], reply);
  return asked;
}

/** The values of the path's parameters, or null if the path does not match the pattern. */
function inPath(pattern: string, path: string): Record<string, string> | null {
  const match = new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
  return match && { ...match.groups };
}

function refusal({ path: pattern, input }: Endpoint, { path, query, body }: Seen): Reply | undefined {
  const given = { ...Object.fromEntries(query), ...body, ...inPath(pattern, path) };
  const { error } = input.safeParse(given);
  if (!error) return undefined;
  const words = error.issues.map((issue) => issue.message).join("; ");
  return { status: 400, json: { error: words, code: "VALIDATION_ERROR", requestId: "r" } };
}
