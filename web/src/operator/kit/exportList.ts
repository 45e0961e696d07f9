import type { Output } from "#shared/endpoint.ts";
import { type ExportName, exportList } from "#shared/insights/operator.ts";
import { call } from "../../api/call.ts";

/** A list that the server writes as CSV, a part at a time. */
export async function* listAsCsv(list: ExportName): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const part: Output<typeof exportList> = await call(exportList, { list, cursor });
    yield part.csv;
    cursor = part.next;
  }
}
