import { getVideoCount } from "#shared/activity/customer.ts";
import { http } from "../http/index.ts";
import { countVideos } from "./table.ts";

export const handler = http(getVideoCount)(async ({ caller }) => ({
  videoCount: await countVideos(caller.userId),
}));
