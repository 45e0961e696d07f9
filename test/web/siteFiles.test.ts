import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { enlivenTag, fillPage } from "../../web/page.ts";
import { favicon, ROBOTS, securityTxt, sitemap, WEB_MANIFEST } from "../../web/siteFiles.ts";

const PAGE = {
  title: 'A "B" & C',
  description: "<d>",
  url: "u",
  picture: "p",
  changed: "2026-11-22",
  facts: [],
  indexed: true,
  html: "<p>$&</p>",
};

test("the sitemap has each URL once", () => {
  const changed = "2026-11-22";
  const xml = sitemap(["", "terms", "terms"].map((path) => ({ url: `https://a.example/${path}`, changed })));
  expect(xml.match(/<loc>/g)).toHaveLength(2);
  expect(xml).toContain("<loc>https://a.example/terms</loc><lastmod>2026-11-22</lastmod>");
  expect(xml).toMatch(/^<\?xml/);
});

test("robots.txt names the sitemap, and keeps crawlers out of accounts and the API", () => {
  expect(ROBOTS).toContain(`Sitemap: ${BRAND.siteUrl}/sitemap.xml`);
  for (const path of ["/backend/", "/dashboard", "/checkout", "/admin"])
    expect(ROBOTS).toContain(`Disallow: ${path}\n`);
});

test("the web manifest has the brand's name", () => {
  expect(JSON.parse(WEB_MANIFEST)).toMatchObject({ name: BRAND.name, icons: [{ sizes: "192x192" }, {}] });
});

test("security.txt names a contact and expires within a year of the build", () => {
  const text = securityTxt(new Date("2026-11-22T00:00:00Z"));
  expect(text).toContain(`Contact: mailto:${BRAND.supportEmail}\n`);
  expect(text).toContain("Expires: 2027-11-17T00:00:00.000Z\n");
});

test("a page's fields are escaped, and its HTML is inserted unchanged", () => {
  expect(fillPage("<title>%TITLE%</title>%DESCRIPTION%<!--listing--><!--page-->", PAGE)).toMatch(
    /^<title>A &quot;B&quot; &amp; C<\/title>&lt;d><link rel="canonical" href="u" \/>[\s\S]*<p>\$&<\/p>$/,
  );
});

test("an unlisted page has noindex and no data for previews", () => {
  expect(fillPage("<!--listing-->", { ...PAGE, indexed: false })).toBe(
    '<meta name="robots" content="noindex" />',
  );
});

test("a page's structured data cannot close its script element", () => {
  const html = fillPage("<!--listing-->", { ...PAGE, facts: [{ name: "</script>" }] });
  const [, data = ""] = /<script type="application\/ld\+json">(.*)<\/script>$/s.exec(html) ?? [];
  expect(JSON.parse(data)["@graph"]).toEqual([{ name: "</script>" }]);
});

test("favicon.ico contains the PNG after an icon's header", () => {
  const png = readFileSync(path.resolve(import.meta.dirname, "../../web/static/favicon.png"));
  const icon = favicon(png);
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon[6], icon[7]]).toEqual([1, 1, 48, 48]);
  expect(icon.subarray(icon.readUInt32LE(18)).equals(png)).toBe(true);
  expect(icon.readUInt32LE(14)).toBe(png.length);
});

test("the tag of an entry has the entry's script and, once each, the scripts that it imports", () => {
  const manifest = {
    "enter.tsx": { file: "assets/enter.js", imports: ["_call.js", "_react.js"] },
    "_call.js": { file: "assets/call.js", imports: ["_react.js"] },
    "_react.js": { file: "assets/react.js" },
    "_other.js": { file: "assets/other.js" },
  };
  expect(enlivenTag(manifest, "enter.tsx")).toBe(
    '<script defer src="/enliven.js" data-entry="/assets/enter.js" data-parts="/assets/call.js /assets/react.js"></script>',
  );
  expect(() => enlivenTag(manifest, "gone.tsx")).toThrow("The build has no entry gone.tsx");
});
