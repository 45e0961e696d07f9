import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS } from "#shared/releases.ts";
import { SELLER } from "#shared/seller.ts";
import { AFFILIATES_PATH } from "#shared/site.ts";
import { paths } from "../../app/paths.ts";
import { Logo } from "../../ui/Logo.tsx";

const COLUMNS = [
  {
    title: "Product",
    links: [
      { label: "Features", href: paths.features.href() },
      { label: "Plans and prices", href: paths.pricingPage.href() },
      { label: "Automation", href: paths.automation.href() },
      { label: "API integrations", href: paths.api.href() },
      { label: "Download for Windows", href: DOWNLOADS.windows.path },
      { label: "Download for macOS", href: DOWNLOADS.macos.path },
    ],
  },
  {
    title: "Support",
    links: [
      { label: "Questions", href: paths.questions.href() },
      { label: "System status", href: paths.status.href() },
      { label: "Withdraw from a contract", href: paths.withdraw.href() },
      { label: "Write to us", href: `mailto:${BRAND.supportEmail}` },
      { label: "Community chat", href: BRAND.chatUrl },
    ],
  },
  {
    title: "Company",
    links: [
      { label: "About", href: paths.about.href() },
      { label: "Affiliates", href: AFFILIATES_PATH },
      { label: "Reviews", href: paths.reviews.href() },
      { label: "Privacy", href: paths.privacy.href() },
      { label: "Terms", href: paths.terms.href() },
    ],
  },
];

export function Footer(): ReactElement {
  return (
    <footer className="border-t border-line">
      <div className="page grid grid-cols-2 gap-10 py-12 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-md:col-span-2">
          <Logo name={BRAND.name} />
          <p className="mt-3 max-w-xs text-sm text-quiet">{BRAND.tagline}</p>
          <p className="mt-3 max-w-xs text-sm text-faint">
            <a
              href={`${paths.pricingPage.href()}#seller`}
              className="rounded-small hover:text-ink hover:underline"
            >
              {SELLER.entity}
            </a>
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-medium tracking-normal">{title}</h2>
            <ul className="mt-3 space-y-2 text-sm text-quiet">
              {links.map(({ label, href }) => (
                <li key={label}>
                  <a href={href} className="rounded-small hover:text-ink hover:underline">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
