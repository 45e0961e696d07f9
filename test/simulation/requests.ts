import { ENDPOINTS, type EndpointId } from "../../shared/endpoints.ts";
import { CONSENT_HEADER } from "../../shared/referrals/linkConsent.ts";
import { operatorClaims } from "../support/memory/operator.ts";
import { clock } from "./determinism.ts";
import { ORIGIN_SECRET } from "./environment.ts";

/** Requests as CloudFront and the gateway hand them to a function. */

export type Caller = {
  sub: string;
  operator?: true;
  signedInAt?: number;
  /** The sign-in's id. Default: the one that a person has. */
  session?: string;
  /** A script calls, with this API key. */
  apiKey?: string;
};

const HEADERS = { "content-type": "application/json", "x-origin-secret": ORIGIN_SECRET };
const BROWSER = { ...HEADERS, "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0" };
const HERE = "203.0.113.7";
const ADDRESS = {
  "cloudfront-viewer-address": `${HERE}:4000`,
  "cloudfront-viewer-country": "US",
};

/** Where requests seem to come from; an address of null is the usual one. */
export function setViewer({ country, address }: { country: string; address: string | null }): void {
  ADDRESS["cloudfront-viewer-address"] = `${address ?? HERE}:4000`;
  ADDRESS["cloudfront-viewer-country"] = country;
}

/** What the gateway has read of the caller's token. */
function contextOf({ sub, operator, signedInAt = clock.now(), session = `session-${sub}` }: Caller) {
  const seconds = Math.floor(signedInAt / 1000);
  const claims = {
    sub,
    token_use: "access",
    auth_time: String(seconds),
    // One browser a person, whose session starts anew after every session has ended.
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

/** The same call by a script, through the door for API keys. */
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
  /** Null: CloudFront names none. */
  country: string | null;
  /** Our page's script says that the visitor accepted the cookie. */
  agreed?: boolean;
};

let clicks = 0;

/**
 * A visitor's click on an affiliate's link. Each names another destination, and none of them exists: a warm function
 * remembers a link for some seconds, also those of the story before.
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

/** The first call after a sign-in, with the cookies of the browser. */
export const sessionOf = (caller: Caller, cookies: readonly string[]) => ({
  headers: HEADERS,
  cookies,
  body: "{}",
  requestContext: contextOf(caller),
});

/** What Stripe posts, signed. */
export const webhookOf = ({ body, signature }: { body: string; signature: string }) => ({
  headers: { ...HEADERS, "stripe-signature": signature },
  body,
  requestContext: {},
});

/** Cognito's trigger after a sign-up, or after a password was reset by a code. */
export const confirmationOf = (
  sub: string,
  email: string,
  of: "ConfirmSignUp" | "ConfirmForgotPassword",
) => ({
  triggerSource: `PostConfirmation_${of}`,
  request: { userAttributes: { sub, email } },
  response: {},
});
