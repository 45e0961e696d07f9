import { getWaiting } from "#shared/promotions/customer.ts";
import { http } from "../platform/http.ts";
import { ownPlace } from "./waiting/ownPlace.ts";

export const handler = http(getWaiting)(({ caller, now }) => ownPlace(caller.userId, now));
