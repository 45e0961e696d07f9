import { type ReactElement, useId } from "react";
import { Link } from "react-router-dom";
import { HOUR } from "#shared/instant.ts";
import { joinWaiting, leaveWaiting, type OwnPlace } from "#shared/promotions/customer.ts";
import { canWait, MAY_RETURN, type Promotions } from "#shared/promotions/promotion.ts";
import { type EntryEnd, TURN_LASTS } from "#shared/promotions/waitingList.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { atTime, count, ordinal } from "../../ui/format.ts";
import { CheckoutFrame } from "./CheckoutFrame.tsx";
import { isTurn } from "./held.ts";
import { ProveAddress } from "./ProveAddress.tsx";

type ListProps = { promotions: Promotions; place: OwnPlace };
type WaitingListProps = ListProps & { email: string };

export function WaitingList({ promotions, place, email }: WaitingListProps): ReactElement {
  const heading = useId();
  return (
    <CheckoutFrame>
      <section aria-labelledby={heading} className="mx-auto max-w-lg py-8 sm:py-14">
        <h1 id={heading} className="text-xl sm:text-[1.875rem] sm:leading-9">
          {place.state === "waiting" ? "You are on the waiting list" : "Sold out for now"}
        </h1>
        <Card className="mt-6 p-5 sm:p-6">
          {place.state === "waiting" ? (
            <Waiting promotions={promotions} place={place} />
          ) : (
            <Outside promotions={promotions} place={place} email={email} />
          )}
        </Card>
        <p className="mt-6 text-sm text-quiet">
          The monthly subscription has every feature, and you keep your place while you use it.{" "}
          <Link to={paths.checkout.href("subscription")} className="rounded-small underline hover:text-ink">
            See the monthly plan
          </Link>
        </p>
      </section>
    </CheckoutFrame>
  );
}

function Waiting({ promotions, place }: ListProps): ReactElement {
  const { run, pending } = useAction(leaveWaiting);
  return (
    <>
      <p role="status" className="text-lg font-semibold">
        {placeIn(place)}
      </p>
      {!promotions.lifetime_enabled && (
        <p className="mt-2 text-sm">The offer is paused. You keep your place.</p>
      )}
      <HowItWorks />
      <Button className="mt-5" pending={pending} onClick={() => void run({})}>
        Leave the waiting list
      </Button>
    </>
  );
}

function placeIn({ ahead, ahead_at_least }: OwnPlace): string {
  if (ahead === null) return "You are in line.";
  if (ahead_at_least) return `At least ${count(ahead)} people are ahead of you.`;
  return ahead === 0 ? "You are next." : `You are ${ordinal(ahead + 1)} in line.`;
}

function Outside({ promotions, place, email }: WaitingListProps): ReactElement {
  const { run, pending, error } = useAction(joinWaiting, { quiet: true });
  const isUnproven = isRefused(error, "UNPROVEN");
  const { waiting = 0 } = promotions;
  return (
    <>
      <Ended place={place} />
      {promotions.may_return && <p className="mb-2">{MAY_RETURN}</p>}
      <p>
        {waiting === 0
          ? "Nobody is waiting yet."
          : waiting === 1
            ? "One person is waiting."
            : `${count(waiting)} people are waiting.`}
      </p>
      <HowItWorks />
      {canWait(promotions, new Date(place.now)) && place.state !== "offered" && (
        <Button
          variant="primary"
          size="large"
          className="mt-5 w-full"
          pending={pending}
          onClick={() => void run({})}
        >
          Join the waiting list
        </Button>
      )}
      {isUnproven && <ProveAddress email={email} onProven={() => void run({})} />}
      {error !== null && !isUnproven && (
        <p role="alert" className="mt-3 text-sm">
          {messageOf(error)}
        </p>
      )}
    </>
  );
}

const isRefused = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

const HOURS = TURN_LASTS / HOUR;

function HowItWorks(): ReactElement {
  return (
    <ul className="mt-3 list-disc space-y-1.5 pl-5 text-sm text-quiet">
      <li>A unit that is returned goes to the first person in line.</li>
      <li>We email you, and hold the unit for you for {HOURS} hours.</li>
      <li>If you do not start a payment in that time, the unit goes to the next person.</li>
    </ul>
  );
}

const ENDED: Readonly<Record<EntryEnd, string | null>> = {
  bought: null,
  left: null,
  removed: "You were taken off the waiting list. Write to us if you think this is a mistake.",
  ranOut:
    "We no longer hold a unit for you, and you were not charged. You can join again, at the end of the list.",
  passedOver: "Your turn came while your account could not buy, so no unit was held for you.",
  listEnded: "The waiting list closed before a unit was returned for you.",
};

function Ended({ place }: { place: OwnPlace }): ReactElement | null {
  const { state, why, offered_until } = place;
  if (state === "offered" && offered_until !== null && !isTurn(place))
    return (
      <Banner tone="warn" title="Your time to start a payment is over" className="mb-4">
        If Stripe's page is still open, you can finish there. If you did not finish the payment, you were not
        charged.
      </Banner>
    );
  const text = why === null ? null : ENDED[why];
  if (state !== "over" || text === null) return null;
  return (
    <Banner
      tone="neutral"
      title={
        why === "ranOut" && offered_until !== null
          ? `Your unit was held until ${atTime(offered_until)}`
          : "You are no longer on the list"
      }
      className="mb-4"
    >
      {text}
    </Banner>
  );
}
