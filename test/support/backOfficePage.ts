import type { Page, Route } from "playwright-core";
import { ANSWERS } from "./backOfficeAnswers.ts";

export type Seen = { path: string; query: URLSearchParams; body: Record<string, unknown> };
type Reply = { status?: number; json: unknown };

/** Answers the calls of the back office on a page; `replies` says what else is answered, by method and path. */
export async function answerBackOffice(
  page: Page,
  replies: Readonly<Record<string, (seen: Seen) => Reply>> = {},
): Promise<Seen[]> {
  const asked: Seen[] = [];
  const reply = async (route: Route): Promise<void> => {
    const request = route.request();
    const url = new URL(request.url());
    const path = url.pathname.replace(/^\/backend/, "");
    const seen = { path, query: url.searchParams, body: JSON.parse(request.postData() ?? "{}") };
    const given = replies[`${request.method()} ${path}`];
    const known = ANSWERS.find(
      ([contract]) => contract.method === request.method() && fits(contract.path, path),
    );
    if (given === undefined && known === undefined) return route.fallback();
    asked.push(seen);
    const { status = 200, json } = given?.(seen) ?? { json: known?.[1] };
    await route.fulfill({ status, json });
  };
  await page.route("**/backend/api/**", reply);
  await page.route("**/backend/admin/**", reply);
  return asked;
}

function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}
