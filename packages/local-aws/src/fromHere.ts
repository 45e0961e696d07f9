type Answer = (request: Request) => Response | Promise<Response>;

const HERE = /^(localhost|127\.0\.0\.1)$/;

/** Whether the request came from a local page or from a program. Browsers name the page in `Origin`. */
function isOurs({ url, headers }: Request): boolean {
  const origin = headers.get("origin");
  return HERE.test(new URL(url).hostname) && (origin === null || HERE.test(hostOf(origin)));
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : "");

/**
 * Refuses requests that a foreign site sends from the developer's browser: to a name that points to this computer (DNS
 * rebinding), or by a form, which CORS does not stop.
 */
export const onlyFromHere =
  (answer: Answer): Answer =>
  (request) =>
    isOurs(request) ? answer(request) : new Response("Only local pages may send requests.", { status: 403 });
