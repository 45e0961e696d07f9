import type { ReactElement, ReactNode } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { AuthPicture } from "./AuthPicture.tsx";

type AuthFrameProps = { title: string; lead: ReactNode; children: ReactNode };

export function AuthFrame({ title, lead, children }: AuthFrameProps): ReactElement {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col px-4 sm:px-8">
        <header className="flex h-16 items-center justify-between">
          <a href={paths.home.href()} className="rounded-small">
            <Logo name={BRAND.name} />
          </a>
          <ThemeToggle />
        </header>
        <main className="mx-auto flex w-full max-w-[25rem] flex-1 flex-col justify-center py-8 wrap-anywhere lg:pb-24">
          <h1 className="text-xl">{title}</h1>
          <p className="mt-2 text-[0.9375rem] text-quiet">{lead}</p>
          {children}
          <a
            href={paths.home.href()}
            className="mt-8 inline-flex items-center gap-2 self-start rounded-small text-sm text-quiet hover:text-ink"
          >
            <Icon name="arrowLeft" className="size-3.5" />
            Back to home
          </a>
        </main>
      </div>
      <AuthPicture />
    </div>
  );
}
