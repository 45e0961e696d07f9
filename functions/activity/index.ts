export { toEntry } from "./rules.ts";
export { countVideos, countVideosSince, deleteActivities, listActivity } from "./table.ts";
