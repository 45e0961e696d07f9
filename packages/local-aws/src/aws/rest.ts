type Route = { service: string; method: string; path: RegExp; operation: string };

const MAPPINGS = /^\/2015-03-31\/event-source-mappings(\/[^/]*)?$/;

/** Services without a target header: method and path name the operation. */
const ROUTES: readonly Route[] = [
  { service: "ses", method: "POST", path: /^\/v2\/email\/outbound-emails$/, operation: "SendEmail" },
  { service: "ses", method: "POST", path: /^\/v2\/email\/outbound-bulk-emails$/, operation: "SendBulkEmail" },
  { service: "ses", method: "GET", path: /^\/v2\/email\/account$/, operation: "GetAccount" },
  {
    service: "lambda",
    method: "POST",
    path: /^\/2015-03-31\/functions\/[^/]+\/invocations$/,
    operation: "Invoke",
  },
  { service: "lambda", method: "GET", path: MAPPINGS, operation: "ListEventSourceMappings" },
  { service: "lambda", method: "PUT", path: MAPPINGS, operation: "UpdateEventSourceMapping" },
  { service: "scheduler", method: "GET", path: /^\/schedules$/, operation: "ListSchedules" },
  { service: "scheduler", method: "GET", path: /^\/schedules\/[^/]+$/, operation: "GetSchedule" },
  { service: "scheduler", method: "PUT", path: /^\/schedules\/[^/]+$/, operation: "UpdateSchedule" },
  { service: "apigateway", method: "GET", path: /^\/v2\/apis$/, operation: "GetApis" },
  { service: "apigateway", method: "PATCH", path: /^\/v2\/apis\/[^/]+$/, operation: "UpdateApi" },
];

export function restOperation(service: string, method: string, path: string): string {
  const route = ROUTES.find(
    (candidate) => candidate.service === service && candidate.method === method && candidate.path.test(path),
  );
  return route?.operation ?? `${method} ${path}`;
}
