import { type ReactElement, Suspense } from "react";
import { Await } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import { DAY } from "#shared/instant.ts";
import { fewVideos, type RefundOffer } from "#shared/refunds/refunds.ts";
import { ANSWERED_WITHIN } from "#shared/refunds/withdrawal.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { atTime, deadline, money } from "../../ui/format.ts";
import { RefundDialog } from "./RefundDialog.tsx";

export function GetRefund({ offer }: { offer: Promise<RefundOffer | null> }): ReactElement {
  return (
    <Suspense>
      <Await resolve={offer}>{(found: RefundOffer | null) => found && <RefundCard offer={found} />}</Await>
    </Suspense>
  );
}

export function RefundCard({ offer }: { offer: RefundOffer }): ReactElement {
  const until = deadline(offer.until);
  const { max_videos: most } = offer;
  /** False after the operator has answered a request. */
  const isOpen = offer.self_service || offer.answer_by !== null;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="max-w-[60ch]">
          <CardTitle>
            {most === undefined ? `${REFUND_DAYS}-day guarantee` : "Refund of your renewal"}
          </CardTitle>
          <p className="mt-2 text-quiet">
            {isOpen &&
              `Until ${until} you can get ${money(offer.amount_cents)} back, ${most === undefined ? "whatever the reason" : `if you have made ${fewVideos(most)} since the renewal`}. `}
            <HowToGetIt offer={offer} />
          </p>
        </div>
        {(offer.self_service || offer.answer_by === undefined) && (
          <DialogButton
            size="normal"
            className="max-sm:w-full"
            label={offer.self_service ? "Get a refund" : "Request a refund"}
            dialog={(close) => <RefundDialog offer={offer} onClose={close} />}
          />
        )}
      </div>
    </Card>
  );
}

function HowToGetIt({ offer }: { offer: RefundOffer }): ReactElement | null {
  const { self_service, answer_by, lease_until } = offer;
  if (self_service) return null;
  if (answer_by === null)
    return (
      <>
        We have answered your request.{" "}
        <a href={`mailto:${BRAND.supportEmail}`} className="font-medium text-signal-ink hover:underline">
          Write to support
        </a>{" "}
        if you have a question.
      </>
    );
  const orLater =
    lease_until === undefined
      ? null
      : ` Or wait until ${atTime(lease_until)}, when the last offline license ends: then you can get the refund here at once.`;
  return (
    <>
      {answer_by === undefined
        ? `Request it here, and we answer within ${ANSWERED_WITHIN / DAY} days.`
        : `You requested it, and we answer by ${atTime(answer_by)}.`}
      {orLater}
    </>
  );
}
