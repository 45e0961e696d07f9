import { API_STAGE } from "../gate.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import { type Alarm, combined, type Metric, shareOf } from "./alarm.ts";

/** A call to Stripe takes up to two seconds. Only a general slowdown moves the 95th percentile above this. */
const SLOW_MS = 3000;

/** Alarms on what customers notice: the whole API, the sign-in and the mail. */
export function requestAlarms(scope: Scope): Alarm[] {
  const api = (name: string, statistic: Metric["statistic"]): Metric => ({
    namespace: "AWS/ApiGateway",
    name,
    statistic,
    dimensions: { ApiId: published(scope, "api-id"), Stage: API_STAGE },
  });
  return [
    {
      // Two of six periods, because a broken endpoint with few calls fails rarely but repeatedly.
      id: "api/fails",
      says: "At least one call in a hundred got a server error, in two of the last six periods of five minutes.",
      section: "the-api-fails",
      ...shareOf([api("5xx", "Sum")], api("Count", "Sum"), 1, 0.01),
      minutes: 5,
      periods: 6,
      ringing: 2,
    },
    {
      id: "api/slow",
      says: `One call in twenty took longer than ${SLOW_MS} ms for a quarter of an hour.`,
      section: "the-api-is-slow",
      metrics: [api("Latency", "p95")],
      rings: { from: SLOW_MS },
      minutes: 5,
      periods: 3,
    },
    {
      // diagnostics/probe sends a request every five minutes, even without customers.
      id: "api/silent",
      says: "No request has reached the API for 15 minutes, not even the shop's own probe.",
      section: "nothing-reaches-the-api",
      metrics: [api("Count", "Sum")],
      rings: { below: 1 },
      minutes: 5,
      periods: 3,
      silenceRings: true,
    },
    {
      id: "api/refuses",
      says: `Within five minutes the API refused at least ${MANY_REFUSALS} calls, and at least one in five (401, 403 and other 4xx).`,
      section: "many-calls-are-refused",
      ...shareOf([api("4xx", "Sum")], api("Count", "Sum"), MANY_REFUSALS, 0.2),
      minutes: 5,
    },
    throttledAlarm(scope),
    {
      // Amazon may suspend an account's mail at twice this bounce rate or at five times this complaint rate.
      id: "mail/reputation",
      says: "Too much of the mail bounces or is marked as spam.",
      section: "mail-bounces-or-is-reported",
      metrics: [
        { namespace: "AWS/SES", name: "Reputation.BounceRate", statistic: "Maximum" },
        { namespace: "AWS/SES", name: "Reputation.ComplaintRate", statistic: "Maximum" },
      ],
      expression: "MAX([FILL(m0, 0) / 0.05, FILL(m1, 0) / 0.001])",
      rings: { from: 1 },
      minutes: 60,
    },
  ];
}

/** More than three refusals a second. The gateway has one metric for all 4xx; its log has the details. */
const MANY_REFUSALS = 1000;
/** Throttling of functions in the region, including other stages in the account, and of the customers' user pool. */
function throttledAlarm(scope: Scope): Alarm {
  const dimensions = {
    UserPool: published(scope, "user-pool-id"),
    UserPoolClient: published(scope, "user-pool-client-id"),
  };
  return {
    id: "calls/throttled",
    says: "More functions ran at once than the account allows, or Cognito refused sign-ins because there were too many at once.",
    section: "something-is-throttled",
    metrics: [
      { namespace: "AWS/Lambda", name: "Throttles", statistic: "Sum" },
      { namespace: "AWS/Cognito", name: "SignInThrottles", statistic: "Sum", dimensions },
      { namespace: "AWS/Cognito", name: "TokenRefreshThrottles", statistic: "Sum", dimensions },
    ],
    expression: combined("SUM", 3),
    rings: { from: MANY_THROTTLED },
    minutes: 5,
    periods: 2,
  };
}

/** SDKs and browsers retry, so customers do not notice fewer throttled calls than this. */
const MANY_THROTTLED = 10;
