type Answer<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/** A program that is redirected from Stripe to the sandbox may still send Stripe's host name. */
const HERE = /^(localhost|127\.0\.0\.1|api\.stripe\.com)$/;

/** Whether the request came from a local page or from a program. Browsers send the page's address in `Origin`. */
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
  <Rest extends unknown[]>(answer: Answer<Rest>): Answer<Rest> =>
  (request, ...rest) =>
    isOurs(request)
      ? answer(request, ...rest)
      : new Response("Only local pages may send requests.", { status: 403 });
