export { userEntry } from "./userRowRules.ts";
