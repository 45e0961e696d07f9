import type { ReactElement } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import { AffiliateStatus } from "#shared/affiliates/affiliate.ts";
import { listAffiliates } from "#shared/affiliates/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { oneOf, pageOf, unlessPanel } from "../kit/address.ts";
import { ExportButton, rowsAsCsv } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { AffiliatePanel } from "./AffiliatePanel.tsx";
import { COLUMNS } from "./columns.tsx";

type Page = Output<typeof listAffiliates>;
const STATES = AffiliateStatus.options.map((value) => ({ value, label: value }));

export const shouldRevalidate = unlessPanel;

/** A search has no cursor: its offset leads through all that it found. */
function queryOf(params: URLSearchParams) {
  const search = params.get("search") ?? undefined;
  return {
    limit: SIZE,
    status: oneOf(params.get("status"), AffiliateStatus.options) ?? undefined,
    search,
    ...(search === undefined
      ? { cursor: params.get("cursor") ?? undefined }
      : { offset: (pageOf(params) - 1) * SIZE }),
  };
}

/** All that the filters leave, page by page, for the export. */
async function readPart(params: URLSearchParams, place: string | undefined) {
  const { limit, status, search } = queryOf(params);
  if (search === undefined) return call(listAffiliates, { limit, status, cursor: place });
  const offset = Number(place ?? 0);
  const { rows, total } = await call(listAffiliates, { limit, status, search, offset });
  const end = offset + rows.length;
  return { rows, next: rows.length > 0 && end < total ? String(end) : null };
}

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const { searchParams } = new URL(request.url);
  return read(
    () => call(listAffiliates, queryOf(searchParams), { signal: request.signal }),
    "Failed to fetch affiliates",
  );
}

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const status = oneOf(params.get("status"), AffiliateStatus.options);
  const shownTo = (pageOf(params) - 1) * SIZE + (value?.rows.length ?? 0);
  const more = params.has("search") && value !== null && shownTo < value.total ? "offset" : null;
  return (
    <ListTab
      label="Affiliates"
      kind="affiliate"
      belongs={({ is_active }) => status === null || is_active === (status === "active")}
      readAt={at}
      columns={COLUMNS}
      page={value && { ...value, next: value.next ?? more }}
      failure={failure}
      empty="No affiliates match this search."
      find={async (id) => (await call(listAffiliates, { id })).rows[0]}
      panel={(affiliate) => <AffiliatePanel key={affiliate.id} affiliate={affiliate} />}
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
    />
  );
}
