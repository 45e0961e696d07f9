import { type ReactElement, Suspense, useState } from "react";
import { Await } from "react-router-dom";
import { REFUND_DAYS, type RefundOffer } from "#shared/billing/refunds.ts";
import { BRAND } from "#shared/brand.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { deadline, money } from "../../ui/format.ts";
import { RefundDialog } from "./RefundDialog.tsx";

/** The 30-day guarantee, while it covers something; nothing otherwise, and nothing where it could not be looked up. */
export function GetRefund({ offer }: { offer: Promise<RefundOffer | null> }): ReactElement {
  return (
    <Suspense>
      <Await resolve={offer}>{(found: RefundOffer | null) => found && <RefundCard offer={found} />}</Await>
    </Suspense>
  );
}

function RefundCard({ offer }: { offer: RefundOffer }): ReactElement {
  const [asking, setAsking] = useState(false);
  const until = deadline(offer.until);
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="max-w-[60ch]">
          <CardTitle>{REFUND_DAYS}-day guarantee</CardTitle>
          <p className="mt-2 text-quiet">
            Until {until} you can get {money(offer.amount_cents)} back, whatever the reason.
            {!offer.self_service && (
              <>
                {" "}
                <a
                  href={`mailto:${BRAND.supportEmail}`}
                  className="font-medium text-signal-ink hover:underline"
                >
                  Write to support
                </a>{" "}
                from the address of your account.
              </>
            )}
          </p>
        </div>
        {offer.self_service && (
          <Button className="max-sm:w-full" onClick={() => setAsking(true)}>
            Get a refund
          </Button>
        )}
      </div>
      {asking && <RefundDialog offer={offer} onClose={() => setAsking(false)} />}
    </Card>
  );
}
