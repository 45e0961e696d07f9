import type { Output } from "#shared/endpoint.ts";
import { type ExportName, exportList } from "#shared/insights/operator.ts";
import { callFresh } from "../../api/useAction.ts";

/** A list that the server writes as CSV in parts, after a fresh sign-in. */
export async function* listAsCsv(list: ExportName): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const part: Output<typeof exportList> = await callFresh(exportList, { list, cursor });
    yield part.csv;
    cursor = part.next;
  }
}
