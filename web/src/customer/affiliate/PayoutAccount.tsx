import { type ReactElement, useState } from "react";
import { Link } from "react-router-dom";
import { isPaidIn, notPaidIn } from "#shared/affiliates/countries.ts";
import type { AffiliateView } from "#shared/affiliates/customer.ts";
import { countryName } from "#shared/words.ts";
import { paths } from "../../app/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CountrySelect } from "./CountrySelect.tsx";
import { useOnboarding } from "./useOnboarding.ts";

export function PayoutAccount({ affiliate }: { affiliate: AffiliateView }): ReactElement {
  const { start, leaving } = useOnboarding();
  const { connected, payouts_enabled } = affiliate.payout_account;
  const [country, setCountry] = useState("");
  // Affiliates who joined before the program asked for a country must choose one here.
  const isAsked = !connected && affiliate.country === null;
  const isUnpaid = country !== "" && !isPaidIn(country);
  const words = payouts_enabled
    ? "Stripe pays out to the bank account you added."
    : connected
      ? "Stripe can't pay this account yet. Stripe needs more information, or the account was closed. Continue at Stripe to complete the account or to set up a new one."
      : "Stripe makes the payouts. It asks for your identity and your bank account, and we see neither.";
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-3">
            <CardTitle>Payout account</CardTitle>
            <Chip dot tone={payouts_enabled ? "good" : connected ? "warn" : "neutral"}>
              {payouts_enabled ? "Ready" : connected ? "Not ready" : "Not connected"}
            </Chip>
          </div>
          <p className="mt-1 text-sm text-quiet">{words}</p>
        </div>
        <Button
          pending={leaving}
          variant={payouts_enabled ? "secondary" : "primary"}
          disabled={isAsked && (country === "" || isUnpaid)}
          onClick={() => start(isAsked ? country : undefined)}
        >
          {payouts_enabled ? "Change at Stripe" : connected ? "Continue at Stripe" : "Connect with Stripe"}
        </Button>
      </div>
      {isAsked && (
        <div className="mt-4 max-w-md border-t border-line pt-4">
          <CountrySelect value={country} onChange={setCountry} />
          {isUnpaid && (
            <p role="status" className="mt-2 text-sm text-warn-ink">
              {notPaidIn(countryName(country))}
            </p>
          )}
        </div>
      )}
      {!affiliate.email_confirmed && (
        <p className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4 text-sm text-quiet">
          Payouts also need a confirmed email address.
          <Link to={paths.confirmEmail.href()} className={buttonClass("secondary", "small")}>
            Confirm
          </Link>
        </p>
      )}
    </Card>
  );
}
