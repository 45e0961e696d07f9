import { getLatest, LATEST_SHOWN } from "#shared/insights/operator.ts";
import { http } from "../platform/http.ts";
import { keyIdOf } from "../platform/keyId.ts";
import { listRecent } from "./tables/recent.ts";

export const handler = http(getLatest)(async () => ({
  events: (await listRecent(LATEST_SHOWN)).map((event) => ({ ...event, id: shownId(event.id) })),
}));

const shownId = (id: string): string =>
  id.replace(/^key#(.+)$/, (_whole, licenseKey: string) => `key#${keyIdOf(licenseKey)}`);
