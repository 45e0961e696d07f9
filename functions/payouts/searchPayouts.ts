import { searchPayouts } from "#shared/payouts/operator.ts";
import { foldEmail, search as searchDirectory } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { payoutsIn } from "./knownTable.ts";
import { toListedRows } from "./lists/show.ts";

export const handler = http(searchPayouts)(async ({ input: { search, status, ...paging } }) => {
  const wanted = { list: "payouts", part: status, name: "", word: foldEmail(search) } as const;
  const { rows, next } = await payoutsIn(await searchDirectory({ ...paging, ...wanted }));
  return { rows: await toListedRows(rows), total: null, next };
});
