import { listApiKeys } from "#shared/apiKeys/operator.ts";
import { http } from "../http/index.ts";
import { listKeys, toApiKey } from "./table.ts";

export const handler = http(listApiKeys)(async () => ({ keys: (await listKeys()).map(toApiKey) }));
