import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listMoves, type MoveRow } from "#shared/insights/growth.ts";
import { MOVE_GROUPS, MOVE_KINDS } from "#shared/insights/moves.ts";
import { call } from "../../api/call.ts";
import { moment, money, utcDays, words } from "../../ui/format.ts";
import { operatorToken } from "../gate/token.ts";
import { oneOf } from "../kit/address.ts";
import { columnsOf } from "../kit/columnsOf.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ExportButton, rowsAsCsv } from "../kit/ExportButton.tsx";
import { Id } from "../kit/Id.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { TextLink } from "../kit/TextLink.tsx";
import { customerHref, hrefOf } from "../tabs.ts";
import { KIND_NAMES } from "./rows.ts";
import { scopeIn, spanIn } from "./span.ts";

type Page = Output<typeof listMoves>;

function queryIn(params: URLSearchParams) {
  const kind = oneOf(params.get("kind"), MOVE_KINDS) ?? undefined;
  const group = oneOf(params.get("group"), MOVE_GROUPS) ?? "mrr";
  return { ...spanIn(params), ...scopeIn(params), group, kind };
}

/** A filtered page may be empty, so this reads further pages until it finds a row or reaches the end. */
async function readPage(
  query: ReturnType<typeof queryIn>,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Page> {
  const page = await call(listMoves, { ...query, cursor }, { signal });
  return page.rows.length > 0 || page.next === null ? page : readPage(query, page.next, signal);
}

export const loader = listLoader(async (params, cursor, signal) => {
  // A renewal of the token also brings the server's time, which decides periods such as "This month".
  await operatorToken().catch(() => null);
  return readPage(queryIn(params), cursor, signal);
});

const DOWN: readonly string[] = ["contraction", "churn", "refund"];
const signed = ({ kind, cents }: MoveRow): number => (DOWN.includes(kind) ? -cents : cents);

const column = columnsOf<MoveRow>();
const COLUMNS: readonly Column<MoveRow>[] = [
  {
    id: "customer",
    head: "Customer",
    grow: true,
    cell: ({ user_id, user_email }) => (
      <TextLink to={customerHref(user_id)}>{user_email ?? "Deleted account"}</TextLink>
    ),
    csv: ({ user_email, user_id }) => user_email ?? user_id,
  },
  {
    id: "kind",
    head: "What",
    cell: ({ kind, reason }) =>
      reason === undefined ? KIND_NAMES[kind] : `${KIND_NAMES[kind]}: ${words(reason)}`,
    csv: ({ kind }) => kind,
  },
  {
    id: "amount",
    head: "Amount",
    end: true,
    cell: (row) => (row.cents === 0 ? "—" : money(signed(row))),
    csv: (row) => signed(row) / 100,
  },
  column("at", "When", { from: "md", show: moment }),
  column("plan", "Plan", { from: "lg" }),
  column("channel", "Channel", { from: "lg" }),
  { ...column("paymentId", "Payment", { from: "xl", show: (id) => <Id>{id}</Id> }), id: "payment" },
];

export function Component(): ReactElement {
  const { value, failure } = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const query = queryIn(params);
  const { group, kind } = query;
  const names = { mrr: "MRR changes", money: "Payments and refunds", funnel: "Sign-ups" } as const;
  const title = kind === undefined ? names[group] : `${names[group]}: ${KIND_NAMES[kind].toLowerCase()}`;
  return (
    <ListPage
      toolbar={
        <>
          <TextLink to={hrefOf("growth")} className="text-sm">
            Growth
          </TextLink>
          <h2 className="text-[1.0625rem]">{title}</h2>
          <p className="text-sm text-quiet">{utcDays(query.from, query.to)}</p>
          <ExportButton
            name={`growth-${kind ?? group}-${query.from}-${query.to}`}
            parts={() => rowsAsCsv("growth", COLUMNS, (cursor) => call(listMoves, { ...query, cursor }))}
          />
        </>
      }
    >
      <DataTable
        label={title}
        columns={COLUMNS}
        rows={value?.rows ?? []}
        failure={failure}
        empty="No entries in this period."
      />
      <Pager shown={value?.rows.length ?? 0} page={value} />
    </ListPage>
  );
}
