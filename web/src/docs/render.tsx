import { renderToStaticMarkup } from "react-dom/server";
import type { ApiDocument } from "#shared/apiDocument.ts";
import { BRAND } from "#shared/brand.ts";
import { DOCS_PATH } from "#shared/site.ts";
import type { Rendered } from "../public/render.tsx";
import { ApiReference } from "./ApiReference.tsx";

/** The API page, from its OpenAPI document. It needs no script. */
export function renderDocs(document: ApiDocument): Rendered {
  return {
    title: document.info.title,
    description: `The ${BRAND.name} API: who can make each call, its input, its output and its errors.`,
    url: BRAND.siteUrl + DOCS_PATH,
    picture: `${BRAND.siteUrl}/pictures/home.png`,
    changed: "2026-11-25",
    facts: [],
    indexed: true,
    html: renderToStaticMarkup(<ApiReference document={document} />),
  };
}
