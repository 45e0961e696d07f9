import { useState } from "react";
import { startOnboarding } from "#shared/payouts/customer.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { readStored, writeStored } from "../../app/storage.ts";
import { useRestored } from "../../app/useRestored.ts";

/** Set before leaving for Stripe's pages, so that the next load asks Stripe for the account. */
const KEY = "backFromOnboarding";

/** Whether this is the first load since a visit to Stripe's pages. Reading resets it. */
export function takeOnboardingVisit(): boolean {
  const visited = readStored("sessionStorage", KEY) !== null;
  if (visited) writeStored("sessionStorage", KEY, null);
  return visited;
}

/** Opens Stripe's pages, where affiliates say who they are and where their money goes. */
export function useOnboarding(): {
  /** @param country of the bank account, if we have not asked for it before */
  start: (country?: string) => Promise<void>;
  leaving: boolean;
} {
  const [leaving, setLeaving] = useState(false);
  const { run } = useAction(startOnboarding, { revalidate: false });
  useRestored(() => setLeaving(false));
  const start = async (country?: string): Promise<void> => {
    setLeaving(true);
    const link = await run({
      return_url: window.location.origin + paths.affiliate.href(),
      ...(country === undefined ? {} : { country }),
    });
    if (link === undefined) return setLeaving(false);
    writeStored("sessionStorage", KEY, "1");
    window.location.assign(link.url);
  };
  return { start, leaving };
}
