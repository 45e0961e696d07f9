import { useOutletContext } from "react-router-dom";
import type { Account } from "#shared/accounts/customer.ts";

/** What the frame around the tabs knows; `account` is null where it could not be had. */
export type ShellContext = { email: string; account: Account | null };

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>();
}
