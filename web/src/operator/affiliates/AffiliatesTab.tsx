import type { ReactElement } from "react";
import { redirect, useLoaderData, useSearchParams } from "react-router-dom";
import { AffiliateStatus } from "#shared/affiliates/affiliate.ts";
import { listAffiliates, searchAffiliates } from "#shared/affiliates/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { withFresh } from "../data/fresh.ts";
import { oneOf, pageOf } from "../kit/address.ts";
import { DataTable } from "../kit/DataTable.tsx";
import { ExportButton, rowsAsCsv } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { listQuery, SIZE } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { searchIn, viewOf } from "../kit/searches.ts";
import { affiliateHref } from "../tabs.ts";
import { COLUMNS } from "./columns.tsx";

type Page = Output<typeof listAffiliates>;
const SORTS = ["created_at", "pending_payout_cents"] as const;
const STATES = AffiliateStatus.options.map((value) => ({ value, label: value }));

const statusIn = (params: URLSearchParams) => oneOf(params.get("status"), AffiliateStatus.options);

/** @param place the page's cursor; in a search, which has no cursors, the page's offset */
function readPage(params: URLSearchParams, place: string | undefined, signal?: AbortSignal): Promise<Page> {
  const search = searchIn(params);
  const { status, limit, ...order } = listQuery(params, SORTS, AffiliateStatus.options);
  return search === undefined
    ? call(listAffiliates, { ...order, limit, status, cursor: place }, { signal })
    : call(searchAffiliates, { limit, status, search, offset: Number(place ?? 0) }, { signal });
}

/** A page of the filtered list, for the export. `next`: the place of the following page. */
async function readPart(params: URLSearchParams, place: string | undefined) {
  const { rows, total, next } = await readPage(params, place);
  if (searchIn(params) === undefined) return { rows, next };
  const end = Number(place ?? 0) + rows.length;
  return { rows, next: rows.length > 0 && end < total ? String(end) : null };
}

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const params = viewOf(request);
  const open = params.get("open");
  if (open !== null) throw redirect(affiliateHref(open));
  const place =
    searchIn(params) === undefined
      ? (params.get("cursor") ?? undefined)
      : String((pageOf(params) - 1) * SIZE);
  return read(() => readPage(params, place, request.signal), "Failed to fetch affiliates");
}

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const status = statusIn(params);
  const shownTo = (pageOf(params) - 1) * SIZE + (value?.rows.length ?? 0);
  const rows = withFresh(value?.rows ?? [], at, {
    kind: "affiliate",
    belongs: ({ is_active }) => status === null || is_active === (status === "active"),
    madeAt: null,
  });
  const more = searchIn(params) !== undefined && value !== null && shownTo < value.total ? "offset" : null;
  return (
    <ListPage
      toolbar={
        <>
          <SearchBox label="Search by address or code" />
          <FilterChips name="status" label="State" choices={STATES} />
          <ExportButton
            name="affiliates"
            parts={() => rowsAsCsv("affiliates", COLUMNS, (cursor) => readPart(params, cursor))}
          />
        </>
      }
    >
      <DataTable
        label="Affiliates"
        columns={COLUMNS}
        rows={rows}
        failure={failure}
        empty="No affiliates found."
        opens={({ id }) => affiliateHref(id)}
      />
      <Pager shown={rows.length} size={SIZE} total={value?.total ?? null} next={value?.next ?? more} />
    </ListPage>
  );
}
