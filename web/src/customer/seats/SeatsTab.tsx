import { type ReactElement, useState } from "react";
import { Link, useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listSeats } from "#shared/licenses/customer.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import { call } from "../../api/call.ts";
import { useMore } from "../../api/useMore.tsx";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useLive } from "../../app/useLive.ts";
import { useTitle } from "../../app/useTitle.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { inDays } from "../../ui/format.ts";
import { useShell } from "../dashboard/useShell.ts";
import { ActionButton } from "../standing/ActionButton.tsx";
import { type Owed, readOwed } from "../standing/facts.ts";
import { Problems } from "../standing/Problems.tsx";
import type { Problem } from "../standing/problems.ts";
import { type Standing, standingOf } from "../standing/standing.ts";
import type { Step } from "../standing/steps.ts";
import type { Billing } from "../subscription/billing.ts";
import { ComputerDrawing } from "./ComputerDrawing.tsx";
import { FreeKey } from "./FreeKey.tsx";
import { SeatCard } from "./SeatCard.tsx";
import { TakenSeats } from "./TakenSeats.tsx";
import { useNews } from "./useNews.ts";

type SeatsPage = Output<typeof listSeats>;
/** Without `billing`, the page shows the seats, but no problems and nothing to buy. */
type SeatsData = { page: SeatsPage; billing: Billing | null; owed: Owed | null };

export async function loader({ request }: { request: Request }): Promise<SeatsData> {
  requireSession(request);
  const [page, billing] = await Promise.all([
    orSignIn(request, call(listSeats, {}, { signal: request.signal }), "Failed to retrieve seat information"),
    call(getSubscription, {}, { signal: request.signal }).catch(() => null),
  ]);
  return { page, billing, owed: billing && (await readOwed(billing, request.signal)) };
}

/** Problems that the seat cards already show, or that concern no key. */
const ELSEWHERE: ReadonlySet<Problem["kind"]> = new Set([
  "copied",
  "swapLimit",
  "undeliverable",
  "unconfirmed",
]);

/** The first page of seats, read again every few seconds. Keeps the last page if a reading fails. */
function useLiveSeats(loaded: SeatsPage): SeatsPage {
  const [live, setLive] = useState({ since: loaded, page: loaded });
  useLive(async () => {
    const page = await call(listSeats, {});
    setLive({ since: loaded, page });
  });
  // A reload after an action is newer than a reading that began before it.
  return live.since === loaded ? live.page : loaded;
}

export function Component(): ReactElement {
  useTitle("Seats");
  const { page, billing, owed } = useLoaderData<SeatsData>();
  const first = useLiveSeats(page);
  useNews(first.seats);
  const { account } = useShell();
  const standing = billing && standingOf({ account, billing, seats: first.seats, owed, releases: null });
  const isOffered = standing?.offers ?? false;
  if (first.seats.length === 0)
    return <NoSeats next={standing?.next ?? null} isOffered={isOffered} trialDays={billing?.trial_days} />;
  return (
    <div className="space-y-4">
      <Problems problems={standing?.problems.filter(({ kind }) => !ELSEWHERE.has(kind)) ?? []} />
      <SeatList first={first} standing={standing} billing={billing} />
    </div>
  );
}

/** `next`: null if the billing could not be read. The page then gives no advice. */
type NoSeatsProps = { next: Step | null; isOffered: boolean; trialDays: number | undefined };

function NoSeats({ next, isOffered, trialDays }: NoSeatsProps): ReactElement {
  const mayStart = next?.kind === "start";
  return (
    <Card className="grid gap-8 p-6 sm:p-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div>
        <h2 className="text-lg">No seats yet</h2>
        <p className="mt-2 mb-6 max-w-[56ch] text-quiet">
          A seat is a license key that works on one computer. You can move a seat to another computer later.
          {mayStart && " Start with the free key, or choose a plan to get a key with every feature."}
          {mayStart &&
            trialDays !== undefined &&
            ` Your free key has every feature for the first ${inDays(trialDays)}, without a card.`}
          {next !== null && !mayStart && ` ${next.title}. ${next.text}`}
        </p>
        <div className="flex flex-wrap items-start gap-3">
          {mayStart && <FreeKey />}
          {!mayStart && next?.action && (
            <ActionButton action={next.action} look={{ variant: "primary", size: "normal" }} />
          )}
          {isOffered && (
            <Link to={paths.checkout.href("payment")} className={buttonClass()}>
              Upgrade to Lifetime
            </Link>
          )}
        </div>
      </div>
      <ComputerDrawing occupied={false} className="hidden w-48 md:block" />
    </Card>
  );
}

const toRows = ({ seats, next }: SeatsPage) => ({ rows: seats, next });

type SeatListProps = { first: SeatsPage; standing: Standing | null; billing: Billing | null };

function SeatList({ first, standing, billing }: SeatListProps): ReactElement {
  const { rows, button } = useMore(toRows(first), async (cursor) =>
    toRows(await call(listSeats, { cursor })),
  );

  return (
    <>
      <TakenSeats seats={rows} resetAt={first.reset_at} />
      <ul aria-label="Assigned seats" className="space-y-4">
        {rows.map((seat) => (
          <li key={seat.id}>
            <SeatCard
              seat={seat}
              billing={billing}
              isOffered={standing?.offers ?? false}
              isTold={seat.id === standing?.plan?.seat?.id}
            />
          </li>
        ))}
      </ul>
      {button}
    </>
  );
}
