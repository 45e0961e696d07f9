import type { ReactElement } from "react";
import { type Dispute, listDisputes } from "#shared/disputes/operator.ts";
import { call } from "../../api/call.ts";
import { atTime, day, money, words } from "../../ui/format.ts";
import { columnsOf } from "../kit/columnsOf.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { TextLink } from "../kit/TextLink.tsx";
import { customerHref, disputeHref } from "../tabs.ts";
import { DisputeState } from "./words.tsx";

export const loader = listLoader((_, cursor, signal) => call(listDisputes, { cursor }, { signal }));

const column = columnsOf<Dispute>();
export const COLUMNS: readonly Column<Dispute>[] = [
  {
    id: "amount",
    head: "Amount",
    cell: ({ id, amount_cents, currency }) => (
      <TextLink to={disputeHref(id)} className="figures">
        {money(amount_cents, currency)}
      </TextLink>
    ),
  },
  {
    id: "state",
    head: "State",
    cell: (dispute) => (
      <>
        <DisputeState dispute={dispute} />
        {dispute.can_answer && dispute.due_by !== null && (
          <span className="block py-1 text-xs whitespace-normal text-quiet @lg:hidden">
            Answer by {atTime(dispute.due_by)}
          </span>
        )}
      </>
    ),
  },
  {
    id: "due",
    head: "Answer by",
    cell: ({ can_answer, due_by }) => (can_answer && due_by !== null ? atTime(due_by) : "—"),
    from: "md",
  },
  column("reason", "Reason", { show: words, from: "md", grow: true }),
  {
    id: "customer",
    head: "Customer",
    cell: ({ user_id, customer_email }) =>
      user_id === null ? (
        "unknown"
      ) : (
        <TextLink to={customerHref(user_id)}>{customer_email ?? "Open"}</TextLink>
      ),
    from: "lg",
    cut: "wide",
  },
  column("created_at", "Opened", { show: day, from: "lg" }),
];

export function Component(): ReactElement {
  const { value, failure } = useLoaded<typeof loader>();
  return (
    <ListPage>
      <DataTable
        label="Disputes"
        columns={COLUMNS}
        rows={value?.disputes ?? []}
        failure={failure}
        empty="No disputes. Payments that a customer's bank disputes or asks about appear here."
      />
      <Pager shown={value?.disputes.length ?? 0} page={value} />
    </ListPage>
  );
}
