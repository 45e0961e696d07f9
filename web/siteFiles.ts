import { BRAND } from "#shared/brand.ts";
import { DAY } from "#shared/instant.ts";
import { API_PATH } from "#shared/site.ts";

export const SECURITY_TXT = ".well-known/security.txt";
const SECURITY_TXT_VALID_MS = 360 * DAY;

/** robots.txt: the sitemap, and the paths that crawlers must not visit. */
export const ROBOTS = `User-agent: *
Disallow: ${API_PATH}/
Disallow: /dashboard
Disallow: /checkout
Disallow: /success
Disallow: /admin

Sitemap: ${BRAND.siteUrl}/sitemap.xml
`;

/** The sitemap. Lists each canonical address once. */
export function sitemap(urls: readonly string[]): string {
  const entries = [...new Set(urls)].map((url) => `  <url><loc>${url}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/** /.well-known/security.txt (RFC 9116). The standard recommends an expiry of less than a year. */
export function securityTxt(builtAt: Date): string {
  const expires = new Date(builtAt.getTime() + SECURITY_TXT_VALID_MS).toISOString();
  return [
    `Contact: mailto:${BRAND.supportEmail}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${BRAND.siteUrl}/${SECURITY_TXT}`,
    "",
  ].join("\n");
}

/** The web app manifest: the name and icon on a phone's home screen. */
export const WEB_MANIFEST = JSON.stringify({
  name: BRAND.name,
  short_name: BRAND.name,
  description: BRAND.description,
  start_url: "/",
  display: "browser",
  background_color: "#fbfaf8",
  theme_color: "#fbfaf8",
  icons: [192, 512].map((size) => ({
    src: `/icons/${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  })),
});
