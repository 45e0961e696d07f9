import { createElement, type ReactElement, useState } from "react";
import { useOutletContext, useRevalidator, useSearchParams } from "react-router-dom";
import { hasStopped } from "#shared/payments/openEvents.ts";
import { replayEvent } from "#shared/reconciliation/operator.ts";
import { type FailedEvent, listFailedEvents } from "#shared/stripeEvents/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { useLive } from "../../app/useLive.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, moment, money } from "../../ui/format.ts";
import { serverNow } from "../../ui/serverClock.ts";
import { toast } from "../../ui/toast.ts";
import { type Change, useChange, useEachChange } from "../data/useChange.ts";
import { unlessPanel } from "../kit/address.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { Id } from "../kit/Id.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { TextLink } from "../kit/TextLink.tsx";
import type { Needs } from "../shell/needs.ts";
import { customerHref } from "../tabs.ts";

export const shouldRevalidate = unlessPanel;

async function readPage(
  params: URLSearchParams,
  cursor = params.get("cursor") ?? undefined,
  signal?: AbortSignal,
) {
  const { events: rows, next } = await call(listFailedEvents, { cursor }, { signal });
  return { rows, next };
}

export const loader = listLoader(readPage);

const saidOf = (event: FailedEvent): string =>
  event.lastError ?? (hasStopped(event, serverNow()) ? "Stopped without an error" : "Still being handled");

const amountOf = ({ amount_cents, currency }: FailedEvent): string | null =>
  amount_cents === null ? null : money(amount_cents, currency ?? undefined);

function Customer({ event: { user_id, user_email } }: { event: FailedEvent }): ReactElement {
  if (user_id === null) return <>—</>;
  const name = user_email ?? "Deleted account";
  return (
    <TextLink to={customerHref(user_id)} title={name} className="relative z-1">
      {name}
    </TextLink>
  );
}

const BREAK = createElement("wbr");
/** A type such as `invoice.paid`, which may wrap after dots and underscores. */
const breakable = (type: string): ReactElement =>
  createElement("span", null, ...type.split(/(?<=[._])/).flatMap((part) => [part, BREAK]));

/** @param unbooked the customers who paid and have no license */
const columnsFor = (unbooked: ReadonlySet<string | null>): readonly Column<FailedEvent>[] => [
  {
    id: "type",
    head: "Event",
    wrap: true,
    cell: ({ type, user_id }) => (
      <>
        {breakable(type)} {unbooked.has(user_id) && <Chip tone="bad">paid, no license</Chip>}
      </>
    ),
  },
  { id: "received", head: "Received", cell: ({ receivedAt }) => ago(receivedAt), from: "lg" },
  { id: "attempts", head: "Attempts", end: true, cell: ({ attempts }) => attempts },
  { id: "customer", head: "Customer", cell: (event) => <Customer event={event} />, cut: "wide", from: "md" },
  { id: "amount", head: "Amount", end: true, cell: (event) => amountOf(event) ?? "—", from: "lg" },
  {
    id: "error",
    head: "Last error",
    grow: true,
    cell: saidOf,
    // Phones are too narrow for this column. They show the error in the panel.
    from: "md",
  },
  { id: "id", head: "Stripe ID", cell: ({ id }) => <Id>{id}</Id>, from: "xxl" },
];

const leavesList = ({ eventId }: { eventId: string }, output: unknown): Change[] =>
  output ? [{ kind: "event", id: eventId, patch: null }] : [];

/** Stripe's unfinished events, oldest first. If a poll finds a change, the page and the navigation's badges reload. */
export function Component(): ReactElement {
  const list = useLoaded<typeof loader>();
  const needs = useOutletContext<Needs | null>()?.needs ?? [];
  const unbooked = new Set(
    needs.flatMap(({ kind, user_id }) => (kind === "unbookedSale" && user_id ? user_id : [])),
  );
  const [params] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [, setPolledAt] = useState(0);
  useLive(async () => {
    const now = await readPage(params);
    // Renders again, so that the ages stay current.
    setPolledAt(Date.now());
    if (JSON.stringify(now) !== JSON.stringify(list.value)) await revalidate();
  });
  const replay = useEachChange(replayEvent, leavesList);
  return (
    <ListTab
      label="Failed Stripe events"
      kind="event"
      columns={columnsFor(unbooked)}
      list={list}
      empty="No failed events. Every Stripe event that reached us has been handled."
      find={async (id) => (await call(listFailedEvents, { id })).events[0]}
      bulk={{
        one: "event",
        nameOf: ({ type, id }) => `${type}, ${id}`,
        actions: [
          {
            label: "Replay",
            done: "Handled",
            explains:
              "We fetch each event from Stripe again and handle it now. Work that was already done is not repeated.",
            mayRun: () => true,
            run: ({ id }) => replay({ eventId: id }),
          },
        ],
      }}
      toolbar={<ReplayAll events={list.value?.rows ?? []} replay={(eventId) => replay({ eventId })} />}
      panel={(event) => <EventPanel key={event.id} event={event} />}
    />
  );
}

function EventPanel({ event }: { event: FailedEvent }): ReactElement {
  const replay = useChange(replayEvent, {
    changes: leavesList,
    success: "The event was handled.",
    failure: (error) => `Replay failed: ${messageOf(error)}`,
  });
  return (
    <SidePanel
      id={event.id}
      title={event.type}
      actions={
        <ConfirmedAction
          label="Replay"
          primary
          title={`Replay ${event.type}?`}
          run={() => replay.run({ eventId: event.id })}
        >
          We fetch the event {event.id} from Stripe again and handle it now, as if it had just arrived. Work
          that was already done is not repeated.
        </ConfirmedAction>
      }
    >
      <Facts
        facts={[
          { name: "Event", value: <Id>{event.id}</Id> },
          { name: "Customer", value: <Customer event={event} /> },
          { name: "Amount", value: amountOf(event) },
          { name: "Received", value: moment(event.receivedAt) },
          { name: "Attempts", value: event.attempts },
          { name: "Last failed", value: event.lastFailedAt && moment(event.lastFailedAt) },
          { name: "Last error", value: saidOf(event) },
        ]}
      />
    </SidePanel>
  );
}

type ReplayAllProps = {
  events: readonly FailedEvent[];
  replay: (eventId: string) => Promise<string | null>;
};

/** Replays the page's events one after the other, oldest first. Events that fail again stay in the list. */
function ReplayAll({ events, replay }: ReplayAllProps): ReactElement | null {
  const [done, setDone] = useState(0);
  const { revalidate } = useRevalidator();
  if (events.length < 2) return null;
  const run = async (isStopped: () => boolean): Promise<void> => {
    let [tried, handled] = [0, 0];
    for (const { id } of events) {
      if (isStopped()) break;
      tried += 1;
      if ((await replay(id)) === null) handled += 1;
      setDone(handled);
    }
    const failed = tried - handled;
    toast(
      failed === 0 ? `Handled ${handled} events.` : `Handled ${handled} of ${tried}; ${failed} failed again.`,
      failed === 0 ? "good" : "bad",
    );
    await revalidate();
  };
  return (
    <ConfirmedAction
      label={`Replay all ${events.length}`}
      primary
      title={`Replay ${events.length} events?`}
      reach={{ people: events.length }}
      run={run}
    >
      We fetch each event from Stripe again and handle it now, oldest first. Work that was already done is not
      repeated.{done > 0 && ` Handled ${done} so far.`}
    </ConfirmedAction>
  );
}
