import type { ReactElement } from "react";
import { Icon } from "../../ui/Icon.tsx";

/** A link to the object in Stripe's dashboard, which has test objects at a separate address. */
export function AtStripe({ path, livemode }: { path: string; livemode: boolean }): ReactElement {
  return (
    <a
      href={`https://dashboard.stripe.com/${livemode ? "" : "test/"}${path}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 rounded-small text-xs text-signal-ink underline-offset-2 hover:underline"
    >
      Stripe
      <span className="sr-only"> (opens in a new tab)</span>
      <Icon name="external" className="size-3" />
    </a>
  );
}
