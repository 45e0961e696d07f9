import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";

// Addresses end up in access logs, in the firewall's log and in browsers' histories. So nothing that names a person or
// opens the application may be in one.

const KEY = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 7));
const REFUSED = {
  "a license key": KEY,
  "a license key in lower case": KEY.toLowerCase(),
  "a license key without hyphens": KEY.replaceAll("-", ""),
  "an email address": "ada.lovelace+shop@example.com",
  "an escaped email address": "ada.lovelace%40example.com",
  "typed text": "ada lovelace",
};

/** Fields that take any text all the same, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "stripeEvents/getCheckout sessionId":
    "Stripe's id, from the address that its page returns to; all else is NOT_FOUND",
  "referrals/followLink link": "a link that an affiliate shares; whatever it says, it redirects",
};

/** A list's function refuses a cursor that it did not write: test/functions/platform/cursor.test.ts. */
const isCursor = (name: string): boolean => name.endsWith(" cursor");

/** What a call sends in its address: path parameters and, with GET, everything else. */
function* fieldsInAddresses(): Generator<[name: string, field: z.core.$ZodType]> {
  for (const [id, { method, path, input }] of Object.entries<Endpoint>(ENDPOINTS)) {
    const inPath = new Set([...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name));
    if (!(input instanceof z.ZodMiniObject)) throw new Error(`${id}: the input is no object`);
    const fields = new Map(Object.entries(input.shape));
    for (const name of inPath) expect(fields.has(name ?? ""), `${id} ${name}`).toBe(true);
    for (const [name, field] of fields)
      if (method === "GET" || inPath.has(name)) yield [`${id} ${name}`, field];
  }
}

const FIELDS = [...fieldsInAddresses()];

describe("calls of the API", () => {
  test("there are fields in addresses to look at", () => {
    expect(FIELDS.length).toBeGreaterThan(30);
  });

  test.each(FIELDS.filter(([name]) => EXCEPTIONS[name] === undefined && !isCursor(name)))(
    "%s",
    (name, field) => {
      const taken = Object.entries(REFUSED).filter(([, text]) => z.safeParse(field, text).success);
      expect(
        taken.map(([what]) => what),
        `${name} is in an address. Send it in a body, or let it be an id (opaqueId in shared/listing.ts)`,
      ).toEqual([]);
    },
  );

  test("each exception is still one", () => {
    for (const name of Object.keys(EXCEPTIONS))
      expect(
        FIELDS.some(([known, field]) => known === name && z.safeParse(field, "any text").success),
        name,
      ).toBe(true);
  });
});

/** What is in the addresses of pages, by the name of the parameter. No free text, no key and no address is among it. */
const PAGES: Readonly<Record<string, string>> = {
  ":affiliateId": "an account's id",
  ":disputeId": "Stripe's id",
  ":id": "a payout's id",
  ":mode": "one of two words",
  ":paymentId": "Stripe's id",
  ":userId": "an account's id",
  affiliate: "an account's id",
  area: "one of a few words",
  card: "a mark",
  checkout: "a mark",
  channel: "one of two words",
  code: "a computer's sign-in, for some minutes; without the owner's session it opens nothing",
  cursor: "encrypted",
  day: "a day",
  from: "a day",
  group: "one of three words",
  invitation: "of links that were mailed before: the page moves it out of the address",
  kind: "one of a few words",
  limit: "a number",
  logout: "a mark",
  next: "a path of this site, whose parameters are these",
  open: "a row's id",
  order: "one of two words",
  page: "a number",
  period: "one of a few words",
  plan: "one of two words",
  search: "a name that this tab alone can read: web/src/operator/kit/searches.ts",
  run: "a kind of run, or earlier ones",
  session_id: "Stripe's id of a checkout; the API answers its owner alone",
  sort: "a column",
  status: "one of the list's words",
  tab: "one of the dashboard's tabs",
  to: "a day",
  type: "one of two words",
  user: "an account's id",
  via: "an affiliate's public code",
};

/** Where two lists share a page, the names of one begin with its word. */
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
  test("every parameter in the address of a page is known", () => {
    const names = sourcesIn("web/src").flatMap((source) =>
      WAYS_TO_NAME_ONE.flatMap((way) => [...source.matchAll(way)].map(([, name = ""]) => withoutList(name))),
    );
    expect([...new Set(names)].sort()).toEqual(Object.keys(PAGES).sort());
  });
});
