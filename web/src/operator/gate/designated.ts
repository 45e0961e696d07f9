import { loadConfig } from "../../app/config.ts";

/**
 * Whether this is the administrator's address. Other addresses may sign in only as readers. `config.json` contains only
 * the address's hash (scripts/operator/hash.ts), which hides the address from attackers. This check grants nothing: the
 * server checks the group.
 */
export async function isDesignated(email: string): Promise<boolean> {
  const { backOffice } = await loadConfig();
  if (backOffice === undefined) return false;
  const text = new TextEncoder().encode(`${backOffice.userPoolId} ${email.trim().toLowerCase()}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return backOffice.operator === Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
