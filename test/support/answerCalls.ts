import type { CDPSession, Page } from "playwright-core";

export type Asked = { method: string; url: URL; body: string };
export type Reply = { status?: number; json: unknown };
/** Returning `undefined` passes the call to an earlier answerer. If there is none, the server gets the call. */
export type Answerer = (asked: Asked) => Promise<Reply | undefined> | Reply | undefined;

const sessions = new WeakMap<Page, CDPSession[]>();

/**
 * Answers a page's calls to these addresses, which may contain `*`. Playwright's `route` is not used, because it turns
 * off the browser's cache. Without the cache, each page would load and compile all scripts of the site anew.
 */
export async function answerCalls(page: Page, urls: readonly string[], answer: Answerer): Promise<void> {
  const session = await page.context().newCDPSession(page);
  sessions.set(page, [...(sessions.get(page) ?? []), session]);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const reply = async (): Promise<void> => {
      const asked = { method: request.method, url: new URL(request.url), body: request.postData ?? "" };
      const given = await answer(asked);
      const sent = given
        ? session.send("Fetch.fulfillRequest", {
            requestId,
            responseCode: given.status ?? 200,
            responseHeaders: [{ name: "content-type", value: "application/json" }],
            body: Buffer.from(JSON.stringify(given.json)).toString("base64"),
          })
        : session.send("Fetch.continueRequest", { requestId });
      // Sending fails if the page has been left meanwhile. Nothing waits for the answer then.
      await sent.catch(() => undefined);
    };
    // If an answerer throws, Vitest reports an unhandled rejection.
    void reply();
  });
  await session.send("Fetch.enable", { patterns: urls.map((urlPattern) => ({ urlPattern })) });
}

/** Lets the page's calls reach the server again. */
export async function answerNoCalls(page: Page): Promise<void> {
  await Promise.all((sessions.get(page) ?? []).map((session) => session.detach()));
  sessions.delete(page);
}
