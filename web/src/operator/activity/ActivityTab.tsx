import type { ReactElement } from "react";
import { useNavigation, useSearchParams } from "react-router-dom";
import { type AffiliateRow, listActivity, searchAffiliates } from "#shared/affiliates/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { Select } from "../../ui/Select.tsx";
import { oneOf, withFilter } from "../kit/address.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { DataTable } from "../kit/DataTable.tsx";
import { ExportButton, rowsAsCsv } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { read, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { SEARCH, searchIn, viewOf } from "../kit/searches.ts";
import { COLUMNS } from "./columns.tsx";

type Page = Output<typeof listActivity>;

const SIZES = ["25", "50", "100"] as const;
const TYPES = ["click", "conversion"] as const;
/** Maximum matches of a search. The tab shows the first affiliate's activity and links to the others. */
const OFFERED = 5;
const NOTHING: Page = { logs: [], emails: {}, total: 0, next: null };
const TYPE_CHOICES = [
  { value: "click", label: "Clicks" },
  { value: "conversion", label: "Conversions" },
];

const sizeOf = (params: URLSearchParams): string => oneOf(params.get("limit"), SIZES) ?? "50";

export async function loader({ request }: { request: Request }) {
  const params = viewOf(request);
  const { signal } = request;
  const search = searchIn(params);
  const named = params.get("affiliate") ?? undefined;
  let found: readonly AffiliateRow[] = [];
  const page = await read(async () => {
    if (search !== undefined && named === undefined) {
      found = (await call(searchAffiliates, { search, limit: OFFERED }, { signal })).rows;
      if (found.length === 0) return NOTHING;
    }
    const query = {
      type: oneOf(params.get("type"), TYPES) ?? undefined,
      limit: Number(sizeOf(params)),
      affiliate_id: named ?? found[0]?.id,
      cursor: params.get("cursor") ?? undefined,
    };
    return call(listActivity, query, { signal });
  }, "Failed to fetch activity");
  return { page, found, affiliateId: named ?? found[0]?.id };
}

export function Component(): ReactElement {
  const { page, found, affiliateId } = useLoaded<typeof loader>();
  const [params, setParams] = useSearchParams();
  const { state } = useNavigation();
  const type = oneOf(params.get("type"), TYPES);
  const columns = COLUMNS[type ?? "all"];
  const size = sizeOf(params);
  const rows =
    page.value?.logs.map((entry) => ({ ...entry, email: page.value?.emails[entry.affiliate_id] })) ?? [];
  return (
    <ListPage
      toolbar={
        <>
          <SearchBox label="Search for an affiliate" replaces="affiliate" />
          <FilterChips name="type" label="Type" choices={TYPE_CHOICES} />
          <Select
            bare
            label="Rows per page"
            choices={SIZES.map((value) => ({ value, label: `${value} per page` }))}
            value={size}
            onChange={(event) => setParams((before) => withFilter(before, "limit", event.target.value))}
          />
          <ExportButton
            name="activity"
            parts={() =>
              rowsAsCsv("affiliate-activity", columns, async (cursor) => {
                const part = await call(listActivity, {
                  type: type ?? undefined,
                  limit: 100,
                  affiliate_id: affiliateId,
                  cursor,
                });
                return { rows: part.logs, next: part.next };
              })
            }
          />
        </>
      }
      lead={affiliateId !== undefined && <Whose id={affiliateId} found={found} />}
    >
      <DataTable
        label="Affiliate activity"
        columns={columns}
        rows={rows}
        failure={page.failure}
        empty={state === "loading" ? "Loading..." : "No activity matches this view."}
      />
      <Pager shown={rows.length} size={Number(size)} page={page.value} />
    </ListPage>
  );
}

function Whose({ id, found }: { id: string; found: readonly AffiliateRow[] }): ReactElement {
  const [params] = useSearchParams();
  const others = found.filter((each) => each.id !== id);
  const unsearched = withFilter(params, SEARCH, null);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-sm text-quiet">
      Activity of
      <strong className="font-medium text-ink">{found.find((each) => each.id === id)?.email ?? id}</strong>
      {others.map((other) => (
        <ButtonLink key={other.id} to={{ search: withFilter(unsearched, "affiliate", other.id).toString() }}>
          {other.email}
        </ButtonLink>
      ))}
      <ButtonLink to={{ search: withFilter(unsearched, "affiliate", null).toString() }} variant="quiet">
        Show all
      </ButtonLink>
    </p>
  );
}
