import type { ReactElement } from "react";
import type { AffiliateView } from "#shared/affiliates/customer.ts";
import type { OwnPayout } from "#shared/payouts/customer.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { atTime, count, money } from "../../ui/format.ts";
import { RequestPayout } from "./RequestPayout.tsx";

export function Earnings({
  affiliate,
  payouts,
}: {
  affiliate: AffiliateView;
  payouts: readonly OwnPayout[];
}): ReactElement {
  const { balance, clicks, conversions, referrals } = affiliate;
  const until = balance.next_available_at === null ? null : atTime(balance.next_available_at);
  return (
    <>
      {!affiliate.is_active && (
        <Banner tone="warn" title="Your affiliate account is suspended">
          Your links still work, but earn nothing. Unpaid commissions are set aside. Write to us to ask why.
        </Banner>
      )}
      <Card className="p-5 sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 className="text-sm font-normal text-quiet">Available</h2>
            <p className="figures mt-1 text-2xl font-semibold tracking-tight">
              {money(balance.available_cents)}
            </p>
            {balance.available_cents < 0 && (
              <p className="mt-1 max-w-[52ch] text-sm text-quiet">
                We took back more than your balance. Your next commissions make up the difference first.
              </p>
            )}
          </div>
          <RequestPayout affiliate={affiliate} payouts={payouts} />
        </div>
        <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-4">
          <Amount
            name="On hold"
            cents={balance.pending_cents}
            note={until === null ? undefined : `next available on ${until}`}
          />
          <Amount name="In a payout" cents={balance.in_payout_cents} />
          <Amount name="Paid" cents={balance.paid_cents} />
          <Amount name="Total earned" cents={balance.earned_cents} />
          {balance.held_cents > 0 && (
            <Amount name="Set aside" cents={balance.held_cents} note="because of a dispute or a suspension" />
          )}
          {balance.reversed_cents > 0 && (
            <Amount
              name="Taken back"
              cents={balance.reversed_cents}
              note="after refunds and disputes: see Conversions"
            />
          )}
          <Count name="Clicks" value={clicks} />
          <Count name="Sign-ups" value={referrals} />
          <Count name="Conversions" value={conversions} />
        </dl>
      </Card>
    </>
  );
}

function Amount({
  name,
  cents,
  note,
}: {
  name: string;
  cents: number;
  note?: string | undefined;
}): ReactElement {
  return (
    <div>
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="figures mt-0.5 font-medium">{money(cents)}</dd>
      {note !== undefined && <dd className="text-xs text-faint">{note}</dd>}
    </div>
  );
}

function Count({ name, value }: { name: string; value: number }): ReactElement {
  return (
    <div>
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="figures mt-0.5 font-medium">{count(value)}</dd>
    </div>
  );
}
