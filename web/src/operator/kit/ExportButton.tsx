import { type ReactElement, useState } from "react";
import { csvLine } from "#shared/csv.ts";
import { type ExportName, exportList, type PageExport, recordExport } from "#shared/insights/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { pagesOf } from "../../api/firstPages.ts";
import { callFresh } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { toast } from "../../ui/toast.ts";
import type { SelectedCsv } from "./bulk.ts";
import type { Column } from "./DataTable.tsx";

type ExportButtonProps = {
  name: string;
  label?: string;
  /** Looks like the other actions on a selection. */
  plain?: boolean;
  parts: () => AsyncIterable<string>;
};

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export function ExportButton(props: ExportButtonProps): ReactElement {
  const { name, label = "Export CSV", plain = false, parts } = props;
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const texts = [BYTE_ORDER_MARK];
      for await (const text of parts()) texts.push(text);
      saveFile(`${name}.csv`, new Blob(texts), "text/csv;charset=utf-8");
    } catch (error) {
      toast(`Export failed: ${messageOf(error)}`, "bad");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      variant={plain ? "secondary" : "quiet"}
      pending={busy}
      onClick={() => void save()}
      className={plain ? undefined : "ml-auto"}
    >
      {!busy && !plain && <Icon name="download" className="size-3.5" />}
      {label}
    </Button>
  );
}

/** The selected rows as CSV, after a fresh sign-in. Adds an audit entry. */
export async function* selectedAsCsv<T>(
  { list, columns }: SelectedCsv<T>,
  rows: readonly T[],
): AsyncGenerator<string> {
  await callFresh(recordExport, { list });
  yield csvLine(columns);
  for (const row of rows) yield csvLine(columns.map((column) => row[column]));
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
  for await (const { rows } of pagesOf(ask))
    yield rows.map((row) => csvLine(exported.map(({ csv }) => csv?.(row)))).join("");
}

/** Exports the whole list, even if the page shows a filtered part of it. */
export function ExportList({ list }: { list: ExportName }): ReactElement {
  return <ExportButton name={list} label="Export all as CSV" parts={() => partsOf(list)} />;
}

async function* partsOf(list: ExportName): AsyncGenerator<string> {
  for await (const { csv } of pagesOf((cursor) => callFresh(exportList, { list, cursor }))) yield csv;
}
