import { HOUR, SECOND } from "#shared/instant.ts";
import { API_PATH } from "#shared/site.ts";
import { env } from "../../platform/env.ts";
import type { Visitor } from "../../platform/visitor.ts";

const NAME = "operator";

/**
 * The refresh token, for the calls that renew and end the session: neither a script nor another site's page gets it.
 * @param lasts seconds; 0 removes it
 */
export function cookieOf(refreshToken: string, lasts = (12 * HOUR) / SECOND): string {
  // Not every browser keeps a secure cookie for this machine's own site.
  const secure = env("SITE_URL").startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${refreshToken}; Path=${API_PATH}/api/admin/session; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`;
}

export const readCookie = ({ cookies }: Visitor): string | undefined => cookies[NAME] || undefined;
