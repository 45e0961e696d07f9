export { alertEntry, alertRow } from "./alertRowRules.ts";
export { deleteSightings, findAlert, listAlertsOf, listOpenAlerts, listSightings } from "./table.ts";
