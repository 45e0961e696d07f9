import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/**
 * A link of an affiliate: `<code>` or `<code>/<destination>`. Always redirects, by default to the landing page, and
 * counts the click where the code belongs to an affiliate. Reached at the site's own `/r/…`.
 */
export const followLink = endpoint({
  method: "GET",
  path: "/r/{link+}",
  audience: "public",
  redirects: true,
  input: z.object({ link: z._default(z.string(), "") }),
  output: z.object({
    location: z.string(),
    /** Set-Cookie lines. */
    cookies: z.array(z.string()),
  }),
});
