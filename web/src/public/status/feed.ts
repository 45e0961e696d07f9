import { API_PATH } from "#shared/site.ts";
import { getFeed } from "#shared/status/public.ts";

export const STATUS_FEED = API_PATH + getFeed.path;
