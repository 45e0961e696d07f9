import { openUnsubscribe } from "#shared/mail/customer.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { isOfIncidents } from "./invitations/rules.ts";

/** Redirects and changes nothing, because virus scanners open every link in a mail. */
export const handler = http(openUnsubscribe)(async ({ input: { token } }) => {
  const page = isOfIncidents(token) ? "dashboard/account#notifications" : `refuse-invitations#${token}`;
  return { location: `${env("SITE_URL")}/${page}`, cookies: [] };
});
