import { API_PATH, PRERENDERED_PATHS } from "#shared/site.ts";
import { type Check, NotHere } from "../check.ts";
import type { Shop, Visit } from "../shop.ts";

/** Headers of every answer; `infra/headers.ts` sets them. */
const HEADERS = [
  "content-security-policy",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
];
/** CloudFront sends this header only with TLS. */
const TLS_HEADER = "strict-transport-security";

/** A path that only the application knows, and an API call that needs no account. */
const APPLICATION_PATH = "/dashboard";
const PUBLIC_CALL = `${API_PATH}/status`;
const MISSING = "verify-nothing-here";

const isTls = ({ siteUrl }: Shop): boolean => siteUrl.startsWith("https:");

function get(url: string): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(30_000) });
}

export const pages: Check<Visit> = {
  name: "pages come with every security header",
  async run({ shop }) {
    const headers = isTls(shop) ? [...HEADERS, TLS_HEADER] : HEADERS;
    const paths = [...PRERENDERED_PATHS, APPLICATION_PATH, PUBLIC_CALL];
    for (const path of paths) {
      const response = await get(shop.siteUrl + path);
      await response.body?.cancel();
      if (response.status !== 200) throw new Error(`${path} answers ${response.status} instead of 200`);
      const missing = headers.filter((name) => !response.headers.has(name));
      if (missing.length > 0) throw new Error(`${path} comes without ${missing.join(", ")}`);
    }
    return `${headers.length} headers on each of ${paths.length} pages`;
  },
};

export const missing: Check<Visit> = {
  name: "missing files, pages and calls are refused",
  async run({ shop }) {
    const file = await get(`${shop.siteUrl}/${MISSING}.js`);
    if (file.status !== 404) throw new Error(`a missing file answers ${file.status} instead of 404`);
    const page = await get(`${shop.siteUrl}/${MISSING}`);
    if (page.status !== 404 || !(await page.text()).includes("There is no page at this address"))
      throw new Error(`a missing page answers ${page.status} instead of 404 with the 404 page`);
    const call = await get(`${shop.apiUrl}/api/${MISSING}`);
    if (call.status !== 404) throw new Error(`a missing call answers ${call.status} instead of 404`);
    const closed = await get(`${shop.apiUrl}/api/account`);
    if (closed.status !== 401)
      throw new Error(`a call without a token answers ${closed.status} instead of 401`);
    return `file ${file.status}, page ${page.status}, call ${call.status}, without a token ${closed.status}`;
  },
};

export const tls: Check<Visit> = {
  name: "http redirects to https",
  async run({ shop }) {
    if (!isTls(shop)) throw new NotHere("this address has no TLS");
    const response = await get(`${shop.siteUrl.replace("https:", "http:")}/status`);
    const location = response.headers.get("location");
    if (response.status !== 301 || location !== `${shop.siteUrl}/status`)
      throw new Error(`http answers ${response.status} with location ${location}`);
    return "301 to the same page";
  },
};

export const gateway: Check<Visit> = {
  name: "the gateway refuses requests past CloudFront",
  async run({ shop }) {
    if (shop.gatewayUrl === undefined) throw new NotHere("this shop has no separate gateway");
    const response = await get(`${shop.gatewayUrl}/status`);
    if (response.status !== 403) throw new Error(`${shop.gatewayUrl}/status answers ${response.status}`);
    return "403";
  },
};

export const strangersLink: Check<Visit> = {
  name: "an unknown affiliate link leads to the landing page",
  async run({ shop }) {
    const response = await get(`${shop.siteUrl}/r/${MISSING}`);
    const location = response.headers.get("location");
    if (response.status !== 302 || location !== `${shop.siteUrl}/`)
      throw new Error(`it answers ${response.status} with location ${location}`);
    return "302";
  },
};
