import { BRAND, DESCRIPTION } from "#shared/brand.ts";
import { DAY } from "#shared/instant.ts";
import { API_PATH } from "#shared/site.ts";

export const SECURITY_TXT = ".well-known/security.txt";
const SECURITY_TXT_VALID_MS = 360 * DAY;

export const ROBOTS = `User-agent: *
Disallow: ${API_PATH}/
Disallow: /dashboard
Disallow: /checkout
Disallow: /success
Disallow: /admin

Sitemap: ${BRAND.siteUrl}/sitemap.xml
`;

/** Lists each canonical address once, with the day of its last change. */
export function sitemap(pages: readonly { url: string; changed: string }[]): string {
  const days = new Map(pages.map(({ url, changed }) => [url, changed]));
  const entries = [...days].map(([url, day]) => `  <url><loc>${url}</loc><lastmod>${day}</lastmod></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

const ICO_HEADER_BYTES = 22;

/** favicon.ico: the PNG in an icon file, for programs that ask only for this file. */
export function favicon(png: Buffer): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(png.readUInt32BE(16), 6); // the width, from the PNG's header
  header.writeUInt8(png.readUInt32BE(20), 7); // the height
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(ICO_HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
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
  description: DESCRIPTION,
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
