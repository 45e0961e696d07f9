import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import { type ExportName, exportList } from "#shared/insights/operator.ts";
import { callFresh } from "../../api/useAction.ts";
import { ExportButton } from "./ExportButton.tsx";

/** Exports the whole list, even if the page shows a filtered part of it. */
export function ExportList({ list }: { list: ExportName }): ReactElement {
  return <ExportButton name={list} label="Export all as CSV" parts={() => partsOf(list)} />;
}

/** Requests the list as CSV, one part at a time, after a fresh sign-in. */
async function* partsOf(list: ExportName): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const part: Output<typeof exportList> = await callFresh(exportList, { list, cursor });
    yield part.csv;
    cursor = part.next;
  }
}
