import type { ComponentType } from "react";
import { BRAND, DESCRIPTION } from "#shared/brand.ts";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import { PRIVACY_VERSION, TERMS_VERSION } from "#shared/legal.ts";
import { AutomationPage } from "./explain/AutomationPage.tsx";
import { IntegrationsPage } from "./explain/IntegrationsPage.tsx";
import { Landing } from "./landing/Landing.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { PricingPage } from "./plans/PricingPage.tsx";
import { StatusPage } from "./status/StatusPage.tsx";
import { AboutPage } from "./text/AboutPage.tsx";
import { AffiliatesPage } from "./text/AffiliatesPage.tsx";
import { PrivacyPage } from "./text/PrivacyPage.tsx";
import { TermsPage } from "./text/TermsPage.tsx";

export type PublicPage = {
  title: string;
  description: string;
  /** The path that search engines should list; another page's path for duplicates. */
  canonical: string;
  /** The share image's file name below /pictures. */
  picture: string;
  /** For the sitemap: the day of the last change that readers would notice. */
  changed: string;
  element: ComponentType;
};

const named = (page: string): string => `${page} · ${BRAND.name}`;

const TERMS: PublicPage = {
  title: named("Terms"),
  description: `The terms of ${BRAND.name}: what a license allows, how payment works, how to cancel at any time, and refunds within 30 days.`,
  canonical: "/terms",
  picture: "terms",
  changed: TERMS_VERSION,
  element: TermsPage,
};

const STORY: PublicPage = {
  title: named("From article to video, step by step"),
  description:
    "Article, script, voice, music, video, publishing: what each of the six steps does, what you can change, and what starts them.",
  canonical: "/automation",
  picture: "automation",
  changed: "2026-11-30",
  element: AutomationPage,
};

/** The prerendered pages by path. shared/site.ts lists the same paths. */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  "/": {
    title: `${BRAND.name}: ${BRAND.tagline}`,
    description: DESCRIPTION,
    canonical: "/",
    picture: "home",
    changed: "2026-11-30",
    element: Landing,
  },
  "/features": STORY,
  "/pricing": {
    title: named("Plans and prices"),
    description: `What each plan includes and costs: free, monthly or one payment. The ${REFUND_DAYS}-day guarantee, receipts, updates, and the seller.`,
    canonical: "/pricing",
    picture: "pricing",
    changed: "2026-11-30",
    element: PricingPage,
  },
  "/automation": STORY,
  "/api": {
    title: named("API integrations"),
    description: `${BRAND.name} works with your own provider keys, for text, voice and music. What each provider receives, returns and charges for, and where your keys are stored.`,
    canonical: "/api",
    picture: "integrations",
    changed: "2026-11-30",
    element: IntegrationsPage,
  },
  "/status": {
    title: named("System status"),
    description: `Availability of the text, voice and music services that ${BRAND.name} uses: now, and in the last 90 days.`,
    canonical: "/status",
    picture: "status",
    changed: "2026-11-26",
    element: StatusPage,
  },
  "/affiliates": {
    title: named("Affiliate program"),
    description: `Recommend ${BRAND.name} and earn a share of what customers pay: how much, for how long, when it is paid, and in which countries.`,
    canonical: "/affiliates",
    picture: "affiliates",
    changed: "2026-11-28",
    element: AffiliatesPage,
  },
  "/about": {
    title: named("About"),
    description: `Who makes ${BRAND.name}, why, and what we stand for: your computer, your provider keys, drafts you can change.`,
    canonical: "/about",
    picture: "about",
    changed: "2026-11-27",
    element: AboutPage,
  },
  "/privacy": {
    title: named("Privacy"),
    description: `What stays on your computer, what ${BRAND.name} stores about an account and a license, for how long, and your rights.`,
    canonical: "/privacy",
    picture: "privacy",
    changed: PRIVACY_VERSION,
    element: PrivacyPage,
  },
  "/terms": TERMS,
  "/terms-and-conditions": TERMS,
};

export const NOT_FOUND: PublicPage = {
  title: named("Page not found"),
  description: DESCRIPTION,
  canonical: "/",
  picture: "home",
  changed: "2026-11-25",
  element: NotFoundPage,
};
