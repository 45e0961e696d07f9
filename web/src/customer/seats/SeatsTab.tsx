import { type ReactElement, useState } from "react";
import { Link, useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listSeats } from "#shared/licenses/customer.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useLive } from "../../app/useLive.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { toast } from "../../ui/toast.ts";
import { ComputerDrawing } from "./ComputerDrawing.tsx";
import { FreeKey } from "./FreeKey.tsx";
import { SeatCard } from "./SeatCard.tsx";
import { useNews } from "./useNews.ts";

type SeatsPage = Output<typeof listSeats>;

export function loader({ request }: { request: Request }): Promise<SeatsPage> {
  requireSession(request);
  return orSignIn(
    request,
    call(listSeats, {}, { signal: request.signal }),
    "Failed to retrieve seat information",
  );
}

/** The first page as it is now. A reading that fails changes nothing: only the reader's own action may. */
function useLiveSeats(loaded: SeatsPage): SeatsPage {
  const [live, setLive] = useState({ since: loaded, page: loaded });
  useLive(async () => {
    const page = await call(listSeats, {});
    setLive({ since: loaded, page });
  });
  // What an action of this page read again is newer than a reading that began before it.
  return live.since === loaded ? live.page : loaded;
}

export function Component(): ReactElement {
  useTitle("Seats");
  const first = useLiveSeats(useLoaderData<SeatsPage>());
  useNews(first.seats);
  // Shown until one leaves, although the list knows the key by then.
  const [freeKey, setFreeKey] = useState<string | null>(null);
  if (first.seats.length === 0 || freeKey !== null)
    return (
      <div className="space-y-4">
        <NoSeats freeKey={freeKey} onFreeKey={setFreeKey} />
        <SeatList key={first.seats.length} first={first} />
      </div>
    );
  return <SeatList first={first} />;
}

function NoSeats({
  freeKey,
  onFreeKey,
}: {
  freeKey: string | null;
  onFreeKey: (key: string) => void;
}): ReactElement {
  return (
    <Card className="grid gap-8 p-6 sm:p-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div>
        <h2 className="text-lg">{freeKey === null ? "No seats yet" : "Your first seat"}</h2>
        <p className="mt-2 mb-6 max-w-[56ch] text-quiet">
          A seat is a license key that works on one computer. Start with the free key, or take a plan and get
          a key with every feature. You can move a seat to another computer later.
        </p>
        <div className="flex flex-wrap items-start gap-3">
          <div>
            <FreeKey created={freeKey} onCreated={onFreeKey} />
          </div>
          {freeKey === null && (
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

/** Pages that were asked for stay; a change of the first page (a new key) starts again. */
function SeatList({ first }: { first: SeatsPage }): ReactElement {
  const [more, setMore] = useState<SeatsPage | null>(null);
  const [pending, setPending] = useState(false);
  const next = more === null ? first.next : more.next;

  const showMore = async (cursor: string): Promise<void> => {
    setPending(true);
    try {
      const page = await call(listSeats, { cursor });
      setMore({ seats: [...(more?.seats ?? []), ...page.seats], next: page.next });
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      <ul aria-label="Assigned seats" className="space-y-4">
        {[...first.seats, ...(more?.seats ?? [])].map((seat) => (
          <li key={seat.id}>
            <SeatCard seat={seat} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button className="mt-6" pending={pending} onClick={() => showMore(next)}>
          Load more
        </Button>
      )}
    </>
  );
}
