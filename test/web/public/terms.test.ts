import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PRIVACY_VERSION, TERMS_VERSION } from "#shared/legal.ts";
import { render } from "../../../web/src/public/render.tsx";

const DOCS = path.resolve(import.meta.dirname, "../../../docs");
const TEXTS = [
  { page: "/terms", versions: path.join(DOCS, "terms"), version: TERMS_VERSION },
  { page: "/privacy", versions: path.join(DOCS, "privacy-texts"), version: PRIVACY_VERSION },
] as const;

/** The page's article as plain text, a line for each paragraph and heading. */
function textOf(page: "/terms" | "/privacy"): string {
  const [, article = ""] = /<article[^>]*>([\s\S]*)<\/article>/.exec(render(page).html) ?? [];
  const lines = article
    .replaceAll("<!-- -->", "")
    .replace(/<\/(?:p|h1|h2|li)>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .split("\n");
  return `${lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n\n")}\n`;
}

// Accounts and purchases record the version as evidence, so the text of a version never changes. A new text needs a
// new version, and then this test writes its file.
test.each(TEXTS)("$page shows the text of its version", async ({ page, versions, version }) => {
  await expect(textOf(page)).toMatchFileSnapshot(path.join(versions, `${version}.txt`));
});

test.each(TEXTS)(
  "the version of $page is the version of the newest stored text and the date on the page",
  (text) => {
    expect(readdirSync(text.versions).sort().at(-1)).toBe(`${text.version}.txt`);
    expect(render(text.page).html).toContain(`<time dateTime="${text.version}">`);
  },
);
