import { useState } from "react";
import { openPortal } from "#shared/subscriptions/customer.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { INVALID_ANSWER } from "../../api/call.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { readStored, writeStored } from "../../app/storage.ts";
import { useRestored } from "../../app/useRestored.ts";
import { toast } from "../../ui/toast.ts";

/** Set before leaving for the portal, so that the next load reads from Stripe. */
const KEY = "backFromPortal";

/** Whether this is the first load since a visit to the portal. Reading resets it. */
export function takePortalVisit(): boolean {
  const visited = readStored("sessionStorage", KEY) !== null;
  if (visited) writeStored("sessionStorage", KEY, null);
  return visited;
}

export type PortalButton = "manage" | "invoices" | "portal" | "fix";

/** Opens Stripe's billing portal; `fix` opens it at the payment method. `opening` is the pressed button. */
export function usePortal(): { open: (button: PortalButton) => Promise<void>; opening: PortalButton | null } {
  const [opening, setOpening] = useState<PortalButton | null>(null);
  const { run } = useAction(openPortal, { revalidate: false, failure: portalFailure });
  useRestored(() => setOpening(null));

  const open = async (button: PortalButton): Promise<void> => {
    setOpening(button);
    const session = await run({
      return_url: window.location.origin + paths.manage.returning(),
      ...(button === "fix" ? { flow: "payment_method_update" as const } : {}),
    });
    if (session !== undefined && session.url !== "") {
      writeStored("sessionStorage", KEY, "1");
      window.location.assign(session.url);
      return;
    }
    setOpening(null);
    if (session !== undefined) toast("No customer portal URL received", "bad");
  };
  return { open, opening };
}

/** Why Stripe's portal could not be opened. The specification quotes both sentences. */
export function portalFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === INVALID_ANSWER)
    return "Invalid customer portal session response";
  return `Customer portal failed: ${messageOf(error)}`;
}
