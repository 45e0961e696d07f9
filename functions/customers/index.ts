export { toGrantView } from "./grantRules.ts";
export { userEntry } from "./userRowRules.ts";
