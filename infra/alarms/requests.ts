import { Aws } from "aws-cdk-lib";
import { API_STAGE } from "../gate.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import { type Alarm, combined, type Metric } from "./alarm.ts";

/** A call that asks Stripe takes up to two seconds; only a general slowness moves the 95th percentile above this. */
const SLOW_MS = 3000;

/** What customers feel: the API as a whole, whichever function answers, and the sign-in. */
export function requestAlarms(scope: Scope): Alarm[] {
  const api = (name: string, statistic: Metric["statistic"]): Metric => ({
    namespace: "AWS/ApiGateway",
    name,
    statistic,
    dimensions: { ApiId: published(scope, "api-id"), Stage: API_STAGE },
  });
  return [
    {
      id: "api/fails",
      says: "The API returned five server errors within five minutes.",
      section: "the-api-fails",
      metrics: [api("5xx", "Sum")],
      rings: { from: 5 },
      minutes: 5,
    },
    {
      // With few customers a broken endpoint fails rarely, but keeps failing.
      id: "api/keeps-failing",
      says: "The API returned server errors in three of the last twelve five-minute periods.",
      section: "the-api-fails",
      metrics: [api("5xx", "Sum")],
      rings: { from: 1 },
      minutes: 5,
      periods: 12,
      ringing: 3,
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
      // diagnostics/probe calls every five minutes, so that no customer is needed for a request.
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
      says: `The API refused ${MANY_REFUSALS} calls within five minutes (401, 403 and other 4xx).`,
      section: "many-calls-are-refused",
      metrics: [api("4xx", "Sum")],
      rings: { from: MANY_REFUSALS },
      minutes: 5,
    },
    ...(scope.settings.poolFirewall ? [poolAlarm(scope)] : []),
    signInAlarm(scope),
    mailAlarm("bounces", "BounceRate", 0.05),
    mailAlarm("complaints", "ComplaintRate", 0.001),
  ];
}

/** More than three a second. The gateway counts all of 4xx in one metric; its log says which. */
const MANY_REFUSALS = 1000;
/** The pool's firewall blocks what no page of ours asks for, and addresses above their rate. */
const MANY_BLOCKS = 20;

function poolAlarm({ names }: Scope): Alarm {
  return {
    id: "sign-in/blocked",
    says: `The user pool's firewall blocked ${MANY_BLOCKS} requests within five minutes.`,
    section: "many-calls-are-refused",
    metrics: [
      {
        namespace: "AWS/WAFV2",
        name: "BlockedRequests",
        statistic: "Sum",
        dimensions: { WebACL: names.poolFirewall, Region: Aws.REGION, Rule: "ALL" },
      },
    ],
    rings: { from: MANY_BLOCKS },
    minutes: 5,
  };
}

function signInAlarm(scope: Scope): Alarm {
  const dimensions = {
    UserPool: published(scope, "user-pool-id"),
    UserPoolClient: published(scope, "user-pool-client-id"),
  };
  const refused = (name: string): Metric => ({
    namespace: "AWS/Cognito",
    name,
    statistic: "Sum",
    dimensions,
  });
  return {
    id: "sign-in/throttled",
    says: "Cognito refused sign-ins, sign-ups or renewals because there were too many at once.",
    section: "something-is-throttled",
    metrics: [refused("SignInThrottles"), refused("SignUpThrottles"), refused("TokenRefreshThrottles")],
    expression: combined("SUM", 3),
    rings: { from: 1 },
    minutes: 5,
    periods: 2,
  };
}

/** Amazon stops an account's mail at twice the first figure, and at five times the second. */
function mailAlarm(id: "bounces" | "complaints", name: string, from: number): Alarm {
  return {
    id: `mail/${id}`,
    says: `Too much of the mail ${id === "bounces" ? "bounces" : "is marked as spam"}.`,
    section: "mail-bounces-or-is-reported",
    metrics: [{ namespace: "AWS/SES", name: `Reputation.${name}`, statistic: "Maximum" }],
    rings: { from },
    minutes: 60,
  };
}
