import type { ReactElement } from "react";
import { planWord } from "#shared/catalog/catalog.ts";
import { answerWithdrawal, listWithdrawals, type OpenWithdrawal } from "#shared/refunds/withdrawals.ts";
import { call } from "../../api/call.ts";
import { atTime, money } from "../../ui/format.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { TextLink } from "../kit/TextLink.tsx";
import { customerHref } from "../tabs.ts";

export const loader = listLoader((_, _cursor, signal) => call(listWithdrawals, {}, { signal }));

const COLUMNS: readonly Column<OpenWithdrawal>[] = [
  {
    id: "who",
    head: "From",
    cell: ({ name, email, due_by, user_id }) => (
      <>
        {user_id === null ? (
          <span className="font-medium">{name}</span>
        ) : (
          <TextLink to={customerHref(user_id)}>{name}</TextLink>
        )}
        <span className="block text-xs text-quiet">{email}</span>
        {user_id === null && <span className="block text-xs text-quiet">Unknown customer</span>}
        {/* Narrow tables hide the column with the deadline. */}
        <span className="block text-xs text-quiet @3xl:hidden">Answer by {atTime(due_by)}</span>
      </>
    ),
    wrap: true,
  },
  { id: "due", head: "Answer by", cell: ({ due_by }) => atTime(due_by), from: "lg" },
  { id: "contract", head: "Contract", cell: ({ contract }) => contract, wrap: true, from: "md" },
  { id: "answer", head: "Answer", cell: (withdrawal) => <Answer withdrawal={withdrawal} />, end: true },
];

export function Component(): ReactElement {
  const { value, failure } = useLoaded<typeof loader>();
  return (
    <ListPage>
      <DataTable
        label="Withdrawals"
        columns={COLUMNS}
        rows={value?.withdrawals ?? []}
        failure={failure}
        empty="No withdrawals are waiting for an answer."
      />
    </ListPage>
  );
}

const nameOf = (product: NonNullable<OpenWithdrawal["refund"]>["product"]): string =>
  product === "lifetime" ? "lifetime license" : `${planWord(product)} plan`;

function Answer({ withdrawal }: { withdrawal: OpenWithdrawal }): ReactElement {
  const { id, name, user_id, refund } = withdrawal;
  const answer = useChange(answerWithdrawal, {
    changes: () => (user_id === null ? [] : [userSubject(user_id)]),
    success: "Answered.",
    failure: "Failed to answer the withdrawal",
  });
  const close = (
    <ConfirmedAction
      label="Close"
      title={`Close the withdrawal of ${name}?`}
      run={() => answer.run({ withdrawalId: id, answer: "close" })}
    >
      Closing refunds nothing. Close the withdrawal once you have refunded the payment elsewhere, or told the
      customer why you will not refund it.
    </ConfirmedAction>
  );
  if (refund === null) return close;
  const amount = money(refund.amount_cents, refund.currency);
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 @min-[60rem]:flex-nowrap">
      <ConfirmedAction
        label={`Refund ${amount}`}
        title={`Refund ${amount} to ${name}?`}
        primary
        run={() => answer.run({ withdrawalId: id, answer: "refund" })}
      >
        Their {nameOf(refund.product)} ends now, and its license key stops working. Stripe returns the
        payment, and we email the customer.
      </ConfirmedAction>
      {close}
    </span>
  );
}
