import { listMailings } from "#shared/mail/operator.ts";
import { http } from "../platform/http.ts";
import { listMailings as readMailings } from "./tables/mailings.ts";

export const handler = http(listMailings)(async () => ({ mailings: await readMailings() }));
