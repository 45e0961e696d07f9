import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { withoutForbidden } from "../text.ts";

/**
 * Follows an affiliate's link: `<code>` or `<code>/<destination>`. Redirects to an active destination, otherwise to the
 * landing page, even if no affiliate has the code. Records a visitor's first click in an hour, once the visitor has
 * consented where the operator requires consent. NOT_FOUND for a browser's prefetch. The site serves links at `/r/…`.
 */
export const followLink = endpoint({
  method: "GET",
  path: "/r/{link+}",
  audience: "public",
  redirects: true,
  errors: ["NOT_FOUND"],
  input: z.object({ link: z._default(z.string().check(z.overwrite(withoutForbidden)), "") }),
  output: z.object({
    location: z.string(),
    /** Set-Cookie lines. */
    cookies: z.array(z.string()),
  }),
});
