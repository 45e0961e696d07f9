import { HOUR, SECOND } from "#shared/instant.ts";
import { API_PATH } from "#shared/site.ts";
import { env } from "../platform/env.ts";
import type { Visitor } from "../platform/visitor.ts";

/** Not every browser keeps a secure cookie of this machine's own site, and none one with this prefix. */
const isSecure = (): boolean => env("SITE_URL").startsWith("https:");
const nameOf = () => (isSecure() ? "__Secure-operator" : "operator");

/**
 * The refresh token, for the calls that renew and end the session: neither a script nor another site's page gets it.
 * @param lasts seconds; 0 removes it
 */
export function cookieOf(refreshToken: string, lasts = (12 * HOUR) / SECOND): string {
  const path = `${API_PATH}/api/admin/session`;
  const secure = isSecure() ? "; Secure" : "";
  return `${nameOf()}=${refreshToken}; Path=${path}; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`;
}

export const readCookie = ({ cookies }: Visitor): string | undefined => cookies[nameOf()] || undefined;
