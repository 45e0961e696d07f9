import { getLatest, LATEST_SHOWN } from "#shared/insights/operator.ts";
import { http } from "../platform/http.ts";
import { listRecent } from "./recent/table.ts";

export const handler = http(getLatest)(async () => ({ events: await listRecent(LATEST_SHOWN) }));
