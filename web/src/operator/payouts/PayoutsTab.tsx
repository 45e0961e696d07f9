import { type ReactElement, useState } from "react";
import { useSearchParams } from "react-router-dom";
import {
  approve,
  listPayoutRequests,
  listPayouts,
  type PayoutRow,
  searchPayouts,
} from "#shared/payouts/operator.ts";
import { mayBecome, PayoutStatus, RequestStatus } from "#shared/payouts/states.ts";
import { call } from "../../api/call.ts";
import { cx } from "../../ui/cx.ts";
import { money } from "../../ui/format.ts";
import { withFresh } from "../data/fresh.ts";
import { useEachChange } from "../data/useChange.ts";
import { idOf, oneOf, unlessPanel } from "../kit/address.ts";
import { firstRows } from "../kit/bulk.ts";
import { DataTable } from "../kit/DataTable.tsx";
import { ExportButton, rowsAsCsv } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { listQuery, SIZE, searchQuery } from "../kit/query.ts";
import { read, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { SelectTable } from "../kit/SelectTable.tsx";
import { viewOf } from "../kit/searches.ts";
import { useOpenRow } from "../kit/useOpenRow.ts";
import { REQUESTS } from "../tabs.ts";
import { PAYOUT_COLUMNS, REQUEST_COLUMNS } from "./columns.tsx";
import { afterApproval, PayoutPanel, RequestPanel } from "./PayoutPanel.tsx";
import { Runs } from "./Runs.tsx";
import { stateName } from "./states.tsx";

const requestKey = ({ id }: { id: string }): string => `${REQUESTS}${id}`;
const mayApprove = ({ status }: PayoutRow): boolean => mayBecome(status, "approved");
const SORTS = ["requested_at", "amount_cents"] as const;
const NONE: readonly never[] = [];
const choices = (states: readonly (PayoutStatus | RequestStatus)[]) =>
  states.map((value) => ({ value, label: stateName(value) }));

const statusIn = (params: URLSearchParams) => ({
  requests: oneOf(params.get(`${REQUESTS}status`), RequestStatus.options) ?? undefined,
  payouts: oneOf(params.get("status"), PayoutStatus.options) ?? undefined,
});

function readPayouts(params: URLSearchParams, cursor: string | undefined, signal?: AbortSignal) {
  const search = searchQuery(params, PayoutStatus.options);
  return search === null
    ? call(listPayouts, { ...listQuery(params, SORTS, PayoutStatus.options), cursor }, { signal })
    : call(searchPayouts, { ...search, cursor }, { signal });
}

export const shouldRevalidate = unlessPanel;

export async function loader({ request }: { request: Request }) {
  const params = viewOf(request);
  const { signal } = request;
  const requestQuery = {
    limit: SIZE,
    cursor: params.get(`${REQUESTS}cursor`) ?? undefined,
    status: statusIn(params).requests,
  };
  const [requests, payouts] = await Promise.all([
    read(() => call(listPayoutRequests, requestQuery, { signal }), "Failed to fetch payout requests"),
    read(() => readPayouts(params, params.get("cursor") ?? undefined, signal), "Failed to fetch payouts"),
  ]);
  return { requests, payouts };
}

export function Component(): ReactElement {
  const { requests, payouts } = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const chosen = statusIn(params);
  const ofRequests = params.get("open")?.startsWith(REQUESTS) ?? false;
  const shown = {
    requests: withFresh(requests.value?.rows ?? NONE, requests.at, {
      kind: "request",
      belongs: ({ status }) => [status, undefined].includes(chosen.requests),
    }),
    payouts: withFresh(payouts.value?.rows ?? NONE, payouts.at, {
      kind: "payout",
      belongs: ({ status }) => [status, undefined].includes(chosen.payouts),
    }),
  };
  const request = useOpenRow(
    shown.requests,
    requestKey,
    async (id) =>
      ofRequests ? (await call(listPayoutRequests, { id: id.slice(REQUESTS.length) })).rows[0] : undefined,
    { kind: "request", readAt: requests.at, idOf: (open) => (ofRequests ? open.slice(REQUESTS.length) : "") },
  );
  const payout = useOpenRow(
    shown.payouts,
    idOf,
    async (id) => (ofRequests ? undefined : (await call(listPayouts, { id })).rows[0]),
    { kind: "payout", readAt: payouts.at },
  );
  const approveOne = useEachChange(approve, afterApproval);
  const [made, setMade] = useState<readonly PayoutRow[]>();
  const offer = async (batch_id: string): Promise<void> =>
    setMade(await firstRows((cursor) => call(listPayouts, { batch_id, cursor }), mayApprove));
  return (
    <div className={cx("space-y-5", (request || payout) && "xl:pr-92")}>
      <Runs onApprove={offer} />
      {request && <RequestPanel key={request.id} panelId={requestKey(request)} request={request} />}
      {payout && <PayoutPanel key={payout.id} payout={payout} />}
      <ListPage
        lead={<h2 className="mb-2.5 text-[1.0625rem]">Payouts</h2>}
        toolbar={
          <>
            <SearchBox label="Search by address" />
            <FilterChips name="status" label="State of payouts" choices={choices(PayoutStatus.options)} />
            <ExportButton
              name="payouts"
              parts={() => rowsAsCsv("payouts", PAYOUT_COLUMNS, (cursor) => readPayouts(params, cursor))}
            />
          </>
        }
      >
        <SelectTable
          key={made?.[0]?.id}
          offered={made}
          label="Payouts"
          bulk={{
            one: "payout",
            nameOf: ({ amount_cents, email }) => `${money(amount_cents)} for ${email}`,
            pages: (cursor) => readPayouts(params, cursor),
            actions: [
              {
                label: "Approve",
                done: "Approved",
                explains:
                  "The next distribution sends each payout to the Stripe account that its affiliate has now. If the account changes, the payout is not sent.",
                mayRun: mayApprove,
                whyNot: ({ not_payable: why = null }) => why,
                centsOf: ({ amount_cents }) => amount_cents,
                run: ({ id }) => approveOne({ payout_id: id }),
              },
            ],
          }}
          columns={PAYOUT_COLUMNS}
          rows={shown.payouts}
          opens
          failure={payouts.failure}
          empty="No payouts in this view."
          page={payouts.value}
        />
        <Pager label="Pages of payouts" shown={shown.payouts.length} page={payouts.value} />
      </ListPage>
      <ListPage
        lead={<h2 className="mb-2.5 text-[1.0625rem]">Payout requests</h2>}
        toolbar={
          <>
            <FilterChips
              list={REQUESTS}
              name="status"
              label="State of requests"
              choices={choices(RequestStatus.options)}
            />
            <ExportButton
              name="payout-requests"
              parts={() =>
                rowsAsCsv("payout-requests", REQUEST_COLUMNS, (cursor) =>
                  call(listPayoutRequests, { cursor, status: chosen.requests }),
                )
              }
            />
          </>
        }
      >
        <DataTable
          label="Payout requests"
          columns={REQUEST_COLUMNS}
          rows={shown.requests}
          keyOf={requestKey}
          opens
          failure={requests.failure}
          empty="No payout requests in this view."
        />
        <Pager
          list={REQUESTS}
          label="Pages of requests"
          shown={shown.requests.length}
          page={requests.value}
        />
      </ListPage>
    </div>
  );
}
