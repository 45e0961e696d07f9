export { countCheck } from "./uptime/table.ts";
