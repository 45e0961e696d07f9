type Answer<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/** A program may be led here in Stripe's place and keep Stripe's name. */
const HERE = /^(localhost|127\.0\.0\.1|api\.stripe\.com)$/;

/** Whether a page of this machine, a program or nobody sent it: a browser names the page in `Origin`. */
function isOurs({ url, headers }: Request): boolean {
  const origin = headers.get("origin");
  return HERE.test(new URL(url).hostname) && (origin === null || HERE.test(hostOf(origin)));
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : "");

/**
 * Refuses what a site in the developer's browser sends: by a name that it has pointed at this machine (DNS rebinding), or
 * by a form, which needs no permission.
 */
export const onlyFromHere =
  <Rest extends unknown[]>(answer: Answer<Rest>): Answer<Rest> =>
  (request, ...rest) =>
    isOurs(request)
      ? answer(request, ...rest)
      : new Response("Only pages of this machine may ask.", { status: 403 });
