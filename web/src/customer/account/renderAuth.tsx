import { renderToString } from "react-dom/server";
import { BRAND } from "#shared/brand.ts";
import type { Rendered } from "../../public/render.tsx";
import { AuthPage } from "./AuthPage.tsx";

const PAGES: Readonly<Record<string, { title: string; description: string }>> = {
  "/login": {
    title: "Sign in",
    description: `Sign in to your ${BRAND.name} account: your license keys, your computers, billing and downloads.`,
  },
  "/signup": {
    title: "Create your account",
    description: `Create your ${BRAND.name} account and get one free license key. You do not need a card.`,
  },
};

export function renderAuth(path: string): Rendered {
  const page = PAGES[path];
  if (page === undefined) throw new Error(`${path} is listed in FORM_PATHS but has no page here`);
  return {
    title: `${page.title} · ${BRAND.name}`,
    description: page.description,
    url: BRAND.siteUrl + path,
    picture: `${BRAND.siteUrl}/pictures/home.png`,
    changed: "2026-11-25",
    facts: [],
    indexed: true,
    html: renderToString(<AuthPage path={path} />),
  };
}
