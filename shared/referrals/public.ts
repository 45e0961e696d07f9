import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { withoutForbidden } from "../text.ts";

/**
 * Follows an affiliate's link: `<code>` or `<code>/<destination>`. Always redirects, by default to the landing page,
 * and counts the click if the code belongs to an affiliate. A prefetch gets NOT_FOUND. The site serves links at `/r/…`.
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
