import type { ReactElement } from "react";
import type { Brought } from "#shared/insights/growth.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { affiliateHref } from "../tabs.ts";

const COLUMNS: readonly Column<Brought & { id: string }>[] = [
  { id: "email", head: "Affiliate", grow: true, cell: ({ email }) => email ?? "Deleted account" },
  { id: "revenue", head: "Revenue", end: true, cell: (row) => money(row.revenue_cents) },
  { id: "cost", head: "Commissions", end: true, from: "sm", cell: (row) => money(0 - row.commission_cents) },
  { id: "net", head: "Net", end: true, cell: (row) => money(row.revenue_cents - row.commission_cents) },
];

export function BestAffiliates({ affiliates }: { affiliates: readonly Brought[] }): ReactElement {
  return (
    <Card className="min-w-0 py-4.5">
      <CardTitle className="px-4">Top affiliates</CardTitle>
      <p className="mt-1 mb-2 px-4 text-sm text-quiet">
        Revenue: what referred customers paid in the period, minus the period's refunds and lost disputes.
        Commissions: what affiliates earned from the period's payments, minus all that was taken back since. A
        refund of an earlier payment lowers the commissions of that payment's period.
      </p>
      <DataTable
        label="Top affiliates"
        columns={COLUMNS}
        rows={affiliates.map((row) => ({ ...row, id: row.affiliate_id }))}
        empty="No affiliate referred a sale in this period."
        opens={({ id }) => affiliateHref(id)}
      />
    </Card>
  );
}
