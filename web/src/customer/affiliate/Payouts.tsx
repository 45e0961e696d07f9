import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import { listOwnPayouts, type OwnPayout } from "#shared/payouts/customer.ts";
import { call } from "../../api/call.ts";
import { day, money } from "../../ui/format.ts";
import { MoneyList, type MoneyRow } from "./MoneyList.tsx";
import { Statement } from "./Statement.tsx";
import { tellPayout } from "./words.ts";

type Page = Output<typeof listOwnPayouts>;

const toRow = (own: OwnPayout): MoneyRow => ({
  id: own.id,
  at: own.requested_at,
  what: `You requested ${money(own.requested_amount_cents)}`,
  amount: money(own.payout?.amount_cents ?? own.requested_amount_cents),
  told: tellPayout(own),
  more: own.payout?.status === "paid" && <Statement id={own.id} on={day(own.requested_at)} />,
});
const toRows = ({ payouts, next }: Page) => ({ rows: payouts.map(toRow), next });

export function Payouts({ first }: { first: Page }): ReactElement {
  return (
    <MoneyList
      title="Payouts"
      empty="Once a balance is available, request a payout above. We pay out once a week."
      first={toRows(first)}
      more={async (cursor) => toRows(await call(listOwnPayouts, { cursor }))}
    />
  );
}
