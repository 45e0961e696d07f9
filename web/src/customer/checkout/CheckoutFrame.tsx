import type { ReactElement, ReactNode } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { Logo } from "../../ui/Logo.tsx";

/** Has no menu, because a menu would lead away from the purchase. */
export function CheckoutFrame({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 w-full max-w-[64rem] items-center justify-between px-4 sm:px-6">
          <a href={paths.home.href()} className="rounded-small">
            <Logo name={BRAND.name} />
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main className="mx-auto w-full max-w-[64rem] flex-1 px-4 pt-6 pb-20 sm:px-6 sm:pt-10">{children}</main>
    </div>
  );
}
