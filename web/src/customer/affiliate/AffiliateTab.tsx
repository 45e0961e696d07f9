import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { type AffiliateView, getAffiliate, listConversions } from "#shared/affiliates/customer.ts";
import type { Output } from "#shared/endpoint.ts";
import { getConnect, listOwnPayouts } from "#shared/payouts/customer.ts";
import { call } from "../../api/call.ts";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { useTitle } from "../../app/useTitle.ts";
import { EmptyCard } from "../EmptyCard.tsx";
import { Assets } from "./Assets.tsx";
import { Conversions } from "./Conversions.tsx";
import { Days } from "./Days.tsx";
import { Earnings } from "./Earnings.tsx";
import { JoinCard } from "./JoinCard.tsx";
import { Links } from "./Links.tsx";
import { PayoutAccount } from "./PayoutAccount.tsx";
import { Payouts } from "./Payouts.tsx";
import { takeOnboardingVisit } from "./useOnboarding.ts";

type Program = {
  affiliate: AffiliateView;
  conversions: Output<typeof listConversions>;
  payouts: Output<typeof listOwnPayouts>;
};
/** `off` while `features.affiliate` is false. `program` is null for a user who has not joined. */
type Loaded = { off: true } | { off: false; program: Program | null };

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  requireSession(request);
  const { features } = await loadConfig();
  if (!features.affiliate) return { off: true };
  return { off: false, program: await orSignIn(request, loadProgram(request.signal)) };
}

async function loadProgram(signal: AbortSignal): Promise<Program | null> {
  // After a visit to Stripe's pages, asks Stripe for the account, because Stripe's event may arrive later.
  if (takeOnboardingVisit()) await call(getConnect, { refresh: "true" }, { signal });
  const { affiliate } = await call(getAffiliate, {}, { signal });
  if (affiliate === null) return null;
  const [conversions, payouts] = await Promise.all([
    call(listConversions, {}, { signal }),
    call(listOwnPayouts, {}, { signal }),
  ]);
  return { affiliate, conversions, payouts };
}

export function Component(): ReactElement {
  useTitle("Affiliate");
  const loaded = useLoaderData<Loaded>();
  if (loaded.off)
    return <EmptyCard title="Coming Soon">Recommend the application and earn a commission.</EmptyCard>;
  if (loaded.program === null) return <JoinCard />;
  const { affiliate, conversions, payouts } = loaded.program;
  return (
    <div className="space-y-4">
      <Earnings affiliate={affiliate} payouts={payouts.payouts} />
      <PayoutAccount affiliate={affiliate} />
      <Links affiliate={affiliate} />
      <Assets affiliate={affiliate} />
      <Days affiliate={affiliate} />
      <Conversions key={conversions.conversions[0]?.id} first={conversions} />
      <Payouts key={payouts.payouts[0]?.id} first={payouts} />
    </div>
  );
}
