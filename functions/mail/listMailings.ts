import { listMailings } from "#shared/mail/operator.ts";
import { http } from "../http/index.ts";
import { listMailings as readMailings } from "./mailings/table.ts";

export const handler = http(listMailings)(async () => ({ mailings: await readMailings() }));
