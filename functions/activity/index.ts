export { toEntry } from "./rules.ts";
export { countVideos, deleteActivities, listActivity } from "./table.ts";
