import type { ReactElement, ReactNode } from "react";
import { type Page, useMore } from "../../api/useMore.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { day } from "../../ui/format.ts";
import type { Told } from "./words.ts";

export type MoneyRow = { id: string; at: string; what: string; amount: string; told: Told; more?: ReactNode };

export function MoneyList({
  title,
  empty,
  first,
  more,
}: {
  title: string;
  empty: string;
  first: Page<MoneyRow>;
  more: (cursor: string) => Promise<Page<MoneyRow>>;
}): ReactElement {
  const { rows, button } = useMore(first, more, { inCard: true });
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>{title}</CardTitle>
      {rows.length === 0 ? (
        <p className="mt-2 max-w-[60ch] text-sm text-quiet">{empty}</p>
      ) : (
        <ul aria-label={title} className="mt-3 divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {button}
    </Card>
  );
}

function Row({ row: { at, what, amount, told, more } }: { row: MoneyRow }): ReactElement {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3 text-sm last:pb-0 sm:grid-cols-[8rem_1fr_auto_12rem]">
      <time dateTime={at} className="figures text-quiet">
        {day(at)}
      </time>
      <span className="figures text-right font-medium sm:order-3">{amount}</span>
      <span className="min-w-0 max-sm:col-span-2 sm:order-2">
        {what}
        {told.because !== null && <span className="mt-0.5 block text-quiet">{told.because}</span>}
        {more}
      </span>
      <span className="max-sm:col-span-2 sm:order-4 sm:text-right">
        <Chip tone={told.tone}>{told.label}</Chip>
      </span>
    </li>
  );
}
