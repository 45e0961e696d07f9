import type { ComponentType } from "react";
import { BRAND } from "#shared/brand.ts";
import { AutomationPage } from "./explain/AutomationPage.tsx";
import { IntegrationsPage } from "./explain/IntegrationsPage.tsx";
import { Landing } from "./landing/Landing.tsx";
import { StatusPage } from "./status/StatusPage.tsx";
import { AboutPage } from "./text/AboutPage.tsx";
import { PrivacyPage } from "./text/PrivacyPage.tsx";
import { TermsPage } from "./text/TermsPage.tsx";

export type PublicPage = {
  title: string;
  description: string;
  /** The address that search engines keep: another one where two show the same. */
  canonical: string;
  /** The file of its picture for links elsewhere, below /pictures. */
  picture: string;
  element: ComponentType;
};

const named = (page: string): string => `${page} · ${BRAND.name}`;

const TERMS: PublicPage = {
  title: named("Terms"),
  description: `The contract about ${BRAND.name}: what a licence allows, payment, cancelling at any time, refunds within 30 days.`,
  canonical: "/terms",
  picture: "home",
  element: TermsPage,
};

/** Every page whose HTML is written at build, by its path (shared/site.ts lists the same paths). */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  "/": {
    title: `${BRAND.name}: ${BRAND.tagline}`,
    description: BRAND.description,
    canonical: "/",
    picture: "home",
    element: Landing,
  },
  "/automation": {
    title: named("Automation"),
    description:
      "Article, script, voice, music, video, published: what each of the six steps takes, makes and shows, and what sets them going.",
    canonical: "/automation",
    picture: "automation",
    element: AutomationPage,
  },
  "/api": {
    title: named("API integrations"),
    description: `${BRAND.name} works with your own keys from a text, a voice and a music provider. What each one gets, gives and charges, and where keys are kept.`,
    canonical: "/api",
    picture: "integrations",
    element: IntegrationsPage,
  },
  "/status": {
    title: named("System status"),
    description: `How the text, voice and music services are that ${BRAND.name} makes videos with: now, and in the last 90 days.`,
    canonical: "/status",
    picture: "home",
    element: StatusPage,
  },
  "/about": {
    title: named("About"),
    description: `Who makes ${BRAND.name}, why, and what we hold to: your computer, your keys, a draft you can take back.`,
    canonical: "/about",
    picture: "home",
    element: AboutPage,
  },
  "/privacy": {
    title: named("Privacy"),
    description: `What stays on your computer, what ${BRAND.name} keeps about an account and a licence, for how long, and what you can ask for.`,
    canonical: "/privacy",
    picture: "home",
    element: PrivacyPage,
  },
  "/terms": TERMS,
  "/terms-and-conditions": TERMS,
};
