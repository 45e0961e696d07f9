import { HOUR, SECOND } from "#shared/instant.ts";
import { API_PATH } from "#shared/site.ts";
import { env } from "../platform/env.ts";
import type { Visitor } from "../platform/visitor.ts";

/** On localhost, some browsers reject secure cookies and names with the prefix `__Secure-`. */
const isSecure = (): boolean => env("SITE_URL").startsWith("https:");
const nameOf = () => (isSecure() ? "__Secure-operator" : "operator");

/** @param lasts seconds; 0 deletes the cookie */
export function cookieOf(refreshToken: string, lasts = (12 * HOUR) / SECOND): string {
  const path = `${API_PATH}/api/admin/session`;
  const secure = isSecure() ? "; Secure" : "";
  return `${nameOf()}=${refreshToken}; Path=${path}; Max-Age=${lasts}; HttpOnly; SameSite=Strict${secure}`;
}

export const readCookie = ({ cookies }: Visitor): string | undefined => cookies[nameOf()] || undefined;
