import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS, PLATFORM_NAMES } from "#shared/releases.ts";
import { paths } from "../../app/paths.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";

const PLATFORMS = ["windows", "macos"] as const;
const SECTIONS = [
  { label: "Features", href: paths.features.href() },
  { label: "Pricing", href: paths.pricing.href() },
  { label: "Reviews", href: paths.reviews.href() },
];

/** Plain HTML, the same for every visitor. live/nav.ts adds the menus and what signed-in visitors see. */
export function Nav(): ReactElement {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <nav aria-label="Main" className="page flex h-16 items-center gap-2">
        <a href={paths.home.href()} className="mr-auto rounded-small lg:w-56">
          <Logo name={BRAND.name} />
        </a>
        <div className="hidden items-center gap-1 text-sm text-quiet md:flex lg:mr-auto">
          {SECTIONS.map(({ label, href }) => (
            <a key={label} href={href} className="rounded-control px-3 py-2 hover:text-ink">
              {label}
            </a>
          ))}
          <div data-menu="" className="relative">
            <button
              type="button"
              aria-expanded="false"
              aria-controls="downloads"
              className="group inline-flex items-center gap-1.5 rounded-control px-3 py-2 hover:text-ink"
            >
              Download
              <Icon
                name="chevronDown"
                className="size-3.5 transition-transform group-aria-expanded:rotate-180"
              />
            </button>
            <div
              id="downloads"
              hidden
              className="absolute top-full left-1/2 z-30 mt-2 w-60 -translate-x-1/2 animate-enter rounded-card border border-line bg-surface p-1.5 shadow-float"
            >
              {PLATFORMS.map((platform) => (
                <DownloadLink key={platform} platform={platform} />
              ))}
            </div>
          </div>
        </div>
        <div className="flex items-center justify-end gap-1 lg:w-56">
          <ThemeToggle />
          <div className="hidden items-center gap-1 md:flex">
            <AccountLinks />
          </div>
        </div>
        <button
          type="button"
          data-drawer="48rem"
          aria-label="Open menu"
          aria-expanded="false"
          aria-controls="mobile-menu"
          className="group -mr-2 grid size-[44px] shrink-0 place-items-center rounded-control hover:bg-raised md:hidden"
        >
          <Icon name="menu" className="size-5 group-aria-expanded:hidden" />
          <Icon name="close" className="hidden size-5 group-aria-expanded:block" />
        </button>
      </nav>

      <div
        id="mobile-menu"
        hidden
        className="page absolute inset-x-0 top-full animate-enter border-b border-line bg-paper pt-2 pb-6 shadow-float md:hidden"
      >
        {SECTIONS.map(({ label, href }) => (
          <a key={label} href={href} className="block border-b border-line py-3">
            {label}
          </a>
        ))}
        <p className="pt-4 pb-1 text-sm text-quiet">Download</p>
        <div className="-mx-3">
          {PLATFORMS.map((platform) => (
            <DownloadLink key={platform} platform={platform} />
          ))}
        </div>
        <div className="mt-4 grid gap-2">
          <AccountLinks wide />
        </div>
      </div>
    </header>
  );
}

function AccountLinks({ wide = false }: { wide?: boolean }): ReactElement {
  const width = wide ? "w-full" : "";
  return (
    <>
      <a
        href={paths.dashboard.href()}
        hidden
        data-signed-in=""
        className={buttonClass("primary", "normal", width)}
      >
        Dashboard
      </a>
      <a
        href={paths.login.href()}
        data-signed-out=""
        className={buttonClass(wide ? "secondary" : "quiet", "normal", width)}
      >
        Sign In
      </a>
      <a
        href={paths.signup.href()}
        data-signed-out=""
        className={buttonClass(wide ? "primary" : "secondary", "normal", width)}
      >
        Get Started
      </a>
    </>
  );
}

function DownloadLink({ platform }: { platform: (typeof PLATFORMS)[number] }): ReactElement {
  return (
    <a
      href={DOWNLOADS[platform].path}
      download
      className="flex items-center gap-3 rounded-control px-3 py-2.5 text-sm text-ink hover:bg-raised"
    >
      <Icon name={platform} className="size-4.5 text-quiet" />
      <span>{PLATFORM_NAMES[platform]}</span>
      <span className="ml-auto text-xs text-faint">{DOWNLOADS[platform].kind}</span>
    </a>
  );
}
