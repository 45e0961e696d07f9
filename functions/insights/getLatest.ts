import { getLatest, LATEST_SHOWN } from "#shared/insights/operator.ts";
import { listRecent } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { keyIdOf } from "../platform/keyId.ts";

export const handler = http(getLatest)(async () => ({
  events: (await listRecent(LATEST_SHOWN)).map((event) => ({ ...event, id: shownId(event.id) })),
}));

const shownId = (id: string): string =>
  id.replace(/^key#(.+)$/, (_whole, licenseKey: string) => `key#${keyIdOf(licenseKey)}`);
