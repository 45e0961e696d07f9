import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";

// URLs end up in access logs, in the firewall's log and in browsers' histories. So no URL may contain data that
// identifies a person or opens the application.

const KEY = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 7));
const REFUSED = {
  "a license key": KEY,
  "a license key in lower case": KEY.toLowerCase(),
  "a license key without hyphens": KEY.replaceAll("-", ""),
  "an email address": "ada.lovelace+shop@example.com",
  "an escaped email address": "ada.lovelace%40example.com",
  "typed text": "ada lovelace",
};

/** Fields that may accept any text, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "stripeEvents/getCheckout sessionId":
    "Stripe's id, from the URL to which its page returns; other values are NOT_FOUND",
  "referrals/followLink link": "a link that an affiliate shares; any text redirects",
};

/** A list's function refuses a cursor that it did not write: test/functions/platform/cursor.test.ts. */
const isCursor = (name: string): boolean => name.endsWith(" cursor");

/** The fields that a call sends in its URL: path parameters and, with GET, all others. */
function* fieldsInAddresses(): Generator<[name: string, field: z.core.$ZodType]> {
  for (const [id, { method, path, input }] of Object.entries<Endpoint>(ENDPOINTS)) {
    const inPath = new Set([...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name));
    if (!(input instanceof z.ZodMiniObject)) throw new Error(`${id}: the input is not an object`);
    const fields = new Map(Object.entries(input.shape));
    for (const name of inPath) expect(fields.has(name ?? ""), `${id} ${name}`).toBe(true);
    for (const [name, field] of fields)
      if (method === "GET" || inPath.has(name)) yield [`${id} ${name}`, field];
  }
}

const FIELDS = [...fieldsInAddresses()];

describe("calls of the API", () => {
  test("some calls have fields in their URL", () => {
    expect(FIELDS.length).toBeGreaterThan(30);
  });

  test.each(FIELDS.filter(([name]) => EXCEPTIONS[name] === undefined && !isCursor(name)))(
    "the URL field %s accepts no key, email address or typed text",
    (name, field) => {
      const taken = Object.entries(REFUSED).filter(([, text]) => z.safeParse(field, text).success);
      expect(
        taken.map(([what]) => what),
        `${name} is in a URL. Send it in a body, or let it be an id (opaqueId in shared/listing.ts)`,
      ).toEqual([]);
    },
  );

  test("each exception is still needed", () => {
    for (const name of Object.keys(EXCEPTIONS))
      expect(
        FIELDS.some(([known, field]) => known === name && z.safeParse(field, "any text").success),
        name,
      ).toBe(true);
  });
});

/** The parameters in the URLs of pages. None is free text, a key or an email address. */
const PAGES: Readonly<Record<string, string>> = {
  ":disputeId": "Stripe's id",
  ":id": "a payout's id",
  ":mode": "one of two words",
  ":paymentId": "Stripe's id",
  ":userId": "an account's id",
  action: "the id of an endpoint or a command",
  affiliate: "an account's id",
  area: "one of a few words",
  card: "a mark",
  checkout: "a mark",
  channel: "one of two words",
  code: "a computer's sign-in for some minutes, which works only with the owner's session",
  cursor: "encrypted",
  day: "a day",
  from: "a day",
  group: "one of three words",
  invitation: "from earlier mailed links; the page removes the parameter from the URL",
  kind: "one of a few words",
  limit: "a number",
  logout: "a mark",
  next: "a path of this site, with parameters from this list",
  open: "a row's id",
  order: "one of two words",
  page: "a number",
  period: "one of a few words",
  plan: "one of two words",
  search: "an id that only this tab can resolve: web/src/operator/kit/searches.ts",
  run: "a kind of run, or the list of earlier runs",
  session_id: "Stripe's id of a checkout; the API answers only its owner",
  sort: "a column",
  status: "one of the list's words",
  tab: "one of the dashboard's tabs",
  to: "a day",
  type: "one of two words",
  user: "an account's id",
  via: "an affiliate's public code",
};

/** Removes the list's prefix, which a parameter has if two lists share a page. */
const withoutList = (name: string): string => name.replace(/^\$\{\w+\}/, "");

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
}

const WAYS_TO_NAME_ONE = [
  /\b(?:\w*[pP]arams|query|next|rest|before)\.(?:get|has|set|delete)\(\s*[`"]([^`"]+)[`"]/g,
  /with(?:Param|Filter)\((?:[^()"]|\([^()]*\))*,\s*[`"]([^`"]+)[`"]/g,
  /[?&]([\w-]+)=/g,
  /\{ name: "(\w+)", value: "\w+" \} as const/g,
  /FilterChips name="([\w-]+)"/g,
  /const SEARCH = "(\w+)"/g,
  /(?:path|pattern): "[^"]*(:\w+)/g,
];

describe("pages", () => {
  test("every parameter in the URL of a page is known", () => {
    const names = sourcesIn("web/src").flatMap((source) =>
      WAYS_TO_NAME_ONE.flatMap((way) => [...source.matchAll(way)].map(([, name = ""]) => withoutList(name))),
    );
    expect([...new Set(names)].sort()).toEqual(Object.keys(PAGES).sort());
  });
});
