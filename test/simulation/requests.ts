import { ENDPOINTS, type EndpointId } from "../../shared/endpoints.ts";
import { CONSENT_HEADER } from "../../shared/referrals/linkConsent.ts";
import { operatorClaims } from "../support/memory/operator.ts";
import { clock } from "./determinism.ts";
import { ORIGIN_SECRET } from "./environment.ts";

// Requests in the form in which the gateway invokes a function.

export type Caller = {
  sub: string;
  operator?: true;
  signedInAt?: number;
  /** Id of the sign-in. Default: the person's only session. */
  session?: string;
  apiKey?: string;
};

const HEADERS = { "content-type": "application/json", "x-origin-secret": ORIGIN_SECRET };
const BROWSER = { ...HEADERS, "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0" };
const HERE = "203.0.113.7";
const ADDRESS = {
  "cloudfront-viewer-address": `${HERE}:4000`,
  "cloudfront-viewer-country": "US",
};

/** Sets the origin of requests. An address of null sets the default address. */
export function setViewer({ country, address }: { country: string; address: string | null }): void {
  ADDRESS["cloudfront-viewer-address"] = `${address ?? HERE}:4000`;
  ADDRESS["cloudfront-viewer-country"] = country;
}

/** The claims that the gateway reads from the caller's token. */
function contextOf({ sub, operator, signedInAt = clock.now(), session = `session-${sub}` }: Caller) {
  const seconds = Math.floor(signedInAt / 1000);
  const claims = {
    sub,
    token_use: "access",
    auth_time: String(seconds),
    // Each person has one browser, which starts its session again after all sessions have ended.
    origin_jti: session,
    ...(operator ? operatorClaims(sub, seconds) : {}),
  };
  return { authorizer: { jwt: { claims } } };
}

const stringsOf = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));

export function callOf(id: EndpointId, caller: Caller | undefined, input: object) {
  const { method, path } = ENDPOINTS[id];
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = ""]) => name);
  const strings = stringsOf(input);
  return {
    headers: { ...BROWSER, ...ADDRESS },
    ...(method === "GET" ? { queryStringParameters: strings } : { body: JSON.stringify(input) }),
    pathParameters: Object.fromEntries(names.map((name) => [name, strings[name]])),
    requestContext: caller ? contextOf(caller) : {},
  };
}

/** A call by a script, through the API for keys. */
export function scriptOf(id: EndpointId, apiKey: string, input: object) {
  const { method, path } = ENDPOINTS[id];
  const strings = stringsOf(input);
  return {
    headers: { ...HEADERS, ...ADDRESS, authorization: `Bearer ${apiKey}` },
    ...(method === "GET" ? { queryStringParameters: strings } : { body: JSON.stringify(input) }),
    pathParameters: { path: path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name) => strings[name] ?? "") },
    requestContext: { http: { method } },
  };
}

export type Visit = {
  /** Null if CloudFront does not know the country. */
  country: string | null;
  /** Whether the visitor accepted the cookie on our page. */
  agreed?: boolean;
};

let clicks = 0;

/**
 * A visitor's click on an affiliate's link. Each click names a different destination that does not exist, because a
 * warm function caches links for some seconds, even those of the previous story.
 */
export function clickOf(code: string, { country, agreed = false }: Visit) {
  clicks += 1;
  return {
    headers: {
      ...BROWSER,
      ...(country === null ? {} : { "cloudfront-viewer-country": country }),
      ...(agreed ? { [CONSENT_HEADER]: "" } : {}),
    },
    pathParameters: { link: `${code}/visit-${clicks}` },
    requestContext: {},
  };
}

/** The first call after a sign-in, with the browser's cookies. */
export const sessionOf = (caller: Caller, cookies: readonly string[]) => ({
  headers: HEADERS,
  cookies,
  body: "{}",
  requestContext: contextOf(caller),
});

export const webhookOf = ({ body, signature }: { body: string; signature: string }) => ({
  headers: { ...HEADERS, "stripe-signature": signature },
  body,
  requestContext: {},
});

/** Cognito's trigger after a sign-up or a password reset. */
export const confirmationOf = (
  sub: string,
  email: string,
  of: "ConfirmSignUp" | "ConfirmForgotPassword",
) => ({
  triggerSource: `PostConfirmation_${of}`,
  request: { userAttributes: { sub, email } },
  response: {},
});
