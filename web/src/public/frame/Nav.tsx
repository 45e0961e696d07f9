import { type ReactElement, useEffect, useState } from "react";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS, PLATFORM_NAMES } from "#shared/releases.ts";
import { paths } from "../../app/paths.ts";
import { readSession } from "../../app/session.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DrawerButton } from "../../ui/DrawerButton.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useDrawer } from "../../ui/useDrawer.ts";

const PLATFORMS = ["windows", "macos"] as const;
const SECTIONS = [
  { label: "Features", href: paths.features.href() },
  { label: "Pricing", href: paths.pricing.href() },
  { label: "Reviews", href: paths.reviews.href() },
];

/** Until the page has its script, a visitor is a stranger: the HTML is the same for everybody. */
export function Nav(): ReactElement {
  const [signedIn, setSignedIn] = useState(false);
  const drawer = useDrawer("48rem");
  const { open, setOpen } = drawer;

  useEffect(() => setSignedIn(readSession() !== null), []);

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
          <Menu id="downloads" label="Download" className="rounded-control px-3 py-2 hover:text-ink">
            {PLATFORMS.map((platform) => (
              <DownloadLink key={platform} platform={platform} />
            ))}
          </Menu>
        </div>
        <div className="flex items-center justify-end gap-1 lg:w-56">
          <ThemeToggle />
          <div className="hidden items-center gap-1 md:flex">
            <AccountLinks signedIn={signedIn} />
          </div>
        </div>
        <DrawerButton drawer={drawer} controls="mobile-menu" className="-mr-2 md:hidden" />
      </nav>

      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: closes when a link in it was followed */}
      <div
        id="mobile-menu"
        hidden={!open}
        onClick={() => setOpen(false)}
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
          <AccountLinks signedIn={signedIn} wide />
        </div>
      </div>
    </header>
  );
}

function AccountLinks({ signedIn, wide = false }: { signedIn: boolean; wide?: boolean }): ReactElement {
  const width = wide ? "w-full" : "";
  if (signedIn)
    return (
      <a href={paths.dashboard.href()} className={buttonClass("primary", "normal", width)}>
        Dashboard
      </a>
    );
  return (
    <>
      <a href={paths.login.href()} className={buttonClass(wide ? "secondary" : "quiet", "normal", width)}>
        Sign In
      </a>
      <a href={paths.signup.href()} className={buttonClass(wide ? "primary" : "secondary", "normal", width)}>
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
      className={cx("flex items-center gap-3 rounded-control px-3 py-2.5 text-sm text-ink hover:bg-raised")}
    >
      <Icon name={platform} className="size-4.5 text-quiet" />
      <span>{PLATFORM_NAMES[platform]}</span>
      <span className="ml-auto text-xs text-faint">{DOWNLOADS[platform].kind}</span>
    </a>
  );
}
