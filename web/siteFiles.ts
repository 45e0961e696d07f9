import { BRAND } from "#shared/brand.ts";
import { API_PATH } from "#shared/site.ts";

/** What search engines are told: where the pages are, and what is nobody's but its owner's. */
export const ROBOTS = `User-agent: *
Disallow: ${API_PATH}/
Disallow: /dashboard
Disallow: /checkout
Disallow: /success
Disallow: /admin

Sitemap: ${BRAND.siteUrl}/sitemap.xml
`;

/** Each address once, though several paths may show the same page. */
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

/** What a phone calls the site on its home screen, and shows for it. */
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
