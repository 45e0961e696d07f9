import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { TERMS_VERSION } from "#shared/billing/purchase.ts";
import { render } from "../../../web/src/public/render.tsx";

const VERSIONS = path.resolve(import.meta.dirname, "../../../docs/terms");

/** The page's article as plain text, a line for each paragraph and heading. */
function termsText(): string {
  const [, article = ""] = /<article[^>]*>([\s\S]*)<\/article>/.exec(render("/terms").html) ?? [];
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

// Purchases record the version as evidence, so the text of a version never changes. A new text takes a new
// TERMS_VERSION, and this test then writes its file.
test("the terms that the site shows are those of their version", async () => {
  await expect(termsText()).toMatchFileSnapshot(path.join(VERSIONS, `${TERMS_VERSION}.txt`));
});

test("the version is the newest text that was kept, and the day that the page says", () => {
  expect(readdirSync(VERSIONS).sort().at(-1)).toBe(`${TERMS_VERSION}.txt`);
  expect(render("/terms").html).toContain(`<time dateTime="${TERMS_VERSION}">`);
});
