import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { hasStopped, type OpenEvent } from "#shared/payments/openEvents.ts";
import { replayEvent } from "#shared/reconciliation/operator.ts";
import { listFailedEvents } from "#shared/stripeEvents/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { ago, moment, money } from "../../ui/format.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { useChange, useEachChange } from "../data/useChange.ts";
import { unlessPanel } from "../kit/address.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { type Read, read } from "../kit/read.ts";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { customerHref } from "../tabs.ts";
import { ReplayAll } from "./ReplayAll.tsx";

type Page = Output<typeof listFailedEvents>;

export const shouldRevalidate = unlessPanel;

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return read(() => call(listFailedEvents, { cursor }, { signal: request.signal }));
}

const saidOf = (event: OpenEvent): string =>
  event.lastError ??
  (hasStopped(event, new Date(Date.now() + clockSkew()))
    ? "Stopped without an error"
    : "Still being handled");

const COLUMNS: readonly Column<OpenEvent>[] = [
  { id: "type", head: "Event", cell: ({ type }) => type },
  { id: "received", head: "Received", cell: ({ receivedAt }) => ago(receivedAt), from: "lg" },
  { id: "attempts", head: "Attempts", end: true, cell: ({ attempts }) => attempts },
  {
    id: "customer",
    head: "Customer",
    cell: ({ user_id }) =>
      user_id === null ? (
        "—"
      ) : (
        <Link
          to={customerHref(user_id)}
          className="relative z-1 rounded-small font-medium text-signal-ink hover:underline"
        >
          Open
        </Link>
      ),
    from: "md",
  },
  {
    id: "amount",
    head: "Amount",
    end: true,
    cell: ({ amount_cents, currency }) =>
      amount_cents === null ? "—" : money(amount_cents, currency ?? undefined),
    from: "md",
  },
  {
    id: "error",
    head: "Last error",
    grow: true,
    cell: saidOf,
    // Phones are too narrow for this column. They show the error in the panel.
    from: "md",
  },
  {
    id: "id",
    head: "Stripe ID",
    cell: ({ id }) => <code className="font-mono text-xs">{id}</code>,
    from: "xl",
  },
];

/** Stripe's unfinished events, oldest first. */
export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  const replay = useEachChange(replayEvent, ({ eventId }, output) =>
    output ? [{ kind: "event", id: eventId, patch: null }] : [],
  );
  return (
    <ListTab
      label="Failed Stripe events"
      kind="event"
      readAt={at}
      columns={COLUMNS}
      page={value && { rows: value.events, total: null, next: value.next }}
      failure={failure}
      empty="No failed events. Every Stripe event has been handled."
      find={async (id) => (await call(listFailedEvents, { id })).events[0]}
      bulk={{
        one: "event",
        many: "events",
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
      toolbar={<ReplayAll events={value?.events ?? []} />}
      panel={(event) => <EventPanel key={event.id} event={event} />}
    />
  );
}

function EventPanel({ event }: { event: OpenEvent }): ReactElement {
  const replay = useChange(replayEvent, {
    changes: ({ eventId }, output) => (output ? [{ kind: "event", id: eventId, patch: null }] : []),
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
          { name: "Event", value: <code className="font-mono text-xs break-all">{event.id}</code> },
          {
            name: "Customer",
            value: event.user_id && (
              <Link
                to={customerHref(event.user_id)}
                className="rounded-small text-signal-ink hover:underline"
              >
                Open customer
              </Link>
            ),
          },
          {
            name: "Amount",
            value:
              event.amount_cents === null ? null : money(event.amount_cents, event.currency ?? undefined),
          },
          { name: "Received", value: moment(event.receivedAt) },
          { name: "Attempts", value: event.attempts },
          { name: "Last failed", value: event.lastFailedAt && moment(event.lastFailedAt) },
          { name: "Last error", value: saidOf(event) },
        ]}
      />
    </SidePanel>
  );
}
