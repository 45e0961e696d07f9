import { type ReactElement, useState } from "react";
import { csvLine } from "#shared/csv.ts";
import { type PageExport, recordExport } from "#shared/insights/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { callFresh } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { toast } from "../../ui/toast.ts";
import type { SelectedCsv } from "./bulk.ts";
import type { Column } from "./DataTable.tsx";

type ExportButtonProps = { name: string; label?: string; parts: () => AsyncIterable<string> };

export function ExportButton({ name, label = "Export CSV", parts }: ExportButtonProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const texts: string[] = [];
      for await (const text of parts()) texts.push(text);
      handOver(`${name}.csv`, texts);
    } catch (error) {
      toast(`Export failed: ${messageOf(error)}`, "bad");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" variant="quiet" pending={busy} onClick={() => void save()} className="ml-auto">
      {!busy && <Icon name="download" className="size-3.5" />}
      {label}
    </Button>
  );
}

type SelectedExportProps<T> = { csv: SelectedCsv<T>; rows: readonly T[]; label: string };

/** Exports the selected rows after a fresh sign-in. Adds an audit entry. */
export function SelectedExport<T>({ csv, rows, label }: SelectedExportProps<T>): ReactElement {
  const { list, columns } = csv;
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await callFresh(recordExport, { list });
      handOver(`${list}.csv`, [
        csvLine(columns),
        ...rows.map((row) => csvLine(columns.map((column) => row[column]))),
      ]);
    } catch (error) {
      toast(`Export failed: ${messageOf(error)}`, "bad");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" pending={busy} onClick={() => void save()}>
      {label}
    </Button>
  );
}

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

function handOver(name: string, texts: string[]): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, ...texts], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Exports a list as CSV, one page of rows at a time, after a fresh sign-in. Adds an audit entry. */
export async function* rowsAsCsv<T>(
  list: PageExport,
  columns: readonly Column<T>[],
  ask: (cursor: string | undefined) => Promise<{ rows: readonly T[]; next: string | null }>,
): AsyncGenerator<string> {
  await callFresh(recordExport, { list });
  const exported = columns.filter(({ csv }) => csv !== undefined);
  yield csvLine(exported.map(({ id }) => id));
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await ask(cursor);
    yield page.rows.map((row) => csvLine(exported.map(({ csv }) => csv?.(row)))).join("");
    cursor = page.next;
  }
}
