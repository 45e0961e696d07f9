import type { ReactElement } from "react";
import { redirect, useSearchParams } from "react-router-dom";
import { AffiliateStatus } from "#shared/affiliates/affiliate.ts";
import { listAffiliates, searchAffiliates } from "#shared/affiliates/operator.ts";
import { call } from "../../api/call.ts";
import { withFresh } from "../data/fresh.ts";
import { oneOf } from "../kit/address.ts";
import { DataTable } from "../kit/DataTable.tsx";
import { ExportButton, rowsAsCsv } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { listQuery, searchQuery } from "../kit/query.ts";
import { listLoader, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { viewOf } from "../kit/searches.ts";
import { affiliateHref } from "../tabs.ts";
import { COLUMNS } from "./columns.tsx";

const SORTS = ["created_at", "pending_payout_cents"] as const;
const STATES = AffiliateStatus.options.map((value) => ({ value, label: value }));

function readPage(params: URLSearchParams, cursor: string | undefined, signal?: AbortSignal) {
  const search = searchQuery(params, AffiliateStatus.options);
  return search === null
    ? call(listAffiliates, { ...listQuery(params, SORTS, AffiliateStatus.options), cursor }, { signal })
    : call(searchAffiliates, { ...search, cursor }, { signal });
}

const readList = listLoader(readPage, "Failed to fetch affiliates");

export function loader({ request }: { request: Request }) {
  const open = viewOf(request).get("open");
  if (open !== null) throw redirect(affiliateHref(open));
  return readList({ request });
}

export function Component(): ReactElement {
  const { value, failure, at } = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const status = oneOf(params.get("status"), AffiliateStatus.options);
  const rows = withFresh(value?.rows ?? [], at, {
    kind: "affiliate",
    belongs: ({ is_active }) => status === null || is_active === (status === "active"),
  });
  return (
    <ListPage
      toolbar={
        <>
          <SearchBox label="Search by address or code" />
          <FilterChips name="status" label="State" choices={STATES} />
          <ExportButton
            name="affiliates"
            parts={() => rowsAsCsv("affiliates", COLUMNS, (cursor) => readPage(params, cursor))}
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
      <Pager shown={rows.length} page={value} />
    </ListPage>
  );
}
