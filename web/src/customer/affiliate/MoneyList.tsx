import { type ReactElement, useState } from "react";
import { messageOf } from "../../api/ApiError.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { toast } from "../../ui/toast.ts";
import { day, type Told } from "./words.ts";

export type MoneyRow = { id: string; at: string; what: string; amount: string; told: Told };
type Page = { rows: readonly MoneyRow[]; next: string | null };

/** Amounts with their state and its reason, newest first, a page at a time. */
export function MoneyList({
  title,
  empty,
  first,
  more,
}: {
  title: string;
  empty: string;
  first: Page;
  more: (cursor: string) => Promise<Page>;
}): ReactElement {
  const [later, setLater] = useState<Page | null>(null);
  const [pending, setPending] = useState(false);
  const rows = [...first.rows, ...(later?.rows ?? [])];
  const next = later === null ? first.next : later.next;
  const show = async (cursor: string): Promise<void> => {
    setPending(true);
    try {
      const page = await more(cursor);
      setLater({ rows: [...(later?.rows ?? []), ...page.rows], next: page.next });
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setPending(false);
    }
  };
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
      {next !== null && (
        <Button size="small" className="mt-4" pending={pending} onClick={() => show(next)}>
          Load more
        </Button>
      )}
    </Card>
  );
}

function Row({ row: { at, what, amount, told } }: { row: MoneyRow }): ReactElement {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3 text-sm last:pb-0 sm:grid-cols-[8rem_1fr_auto_12rem]">
      <time dateTime={at} className="figures text-quiet">
        {day(at)}
      </time>
      <span className="figures text-right font-medium sm:order-3">{amount}</span>
      <span className="min-w-0 max-sm:col-span-2 sm:order-2">
        {what}
        {told.because !== null && <span className="mt-0.5 block text-quiet">{told.because}</span>}
      </span>
      <span className="max-sm:col-span-2 sm:order-4 sm:text-right">
        <Chip tone={told.tone}>{told.label}</Chip>
      </span>
    </li>
  );
}
