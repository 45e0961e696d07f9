import type { ReactElement, ReactNode } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { Card } from "../../ui/Card.tsx";
import { Logo } from "../../ui/Logo.tsx";

export function GateFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-8">
      <header className="flex h-16 items-center justify-between">
        <a href={paths.home.href()} className="rounded-small">
          <Logo name={BRAND.name} />
        </a>
        <ThemeToggle />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center py-8 sm:pb-28">
        <Card className="w-full max-w-[26rem] p-6 sm:p-8">
          <h1 className="text-xl">{title}</h1>
          <p className="mt-2 text-sm text-quiet">{lead}</p>
          {children}
        </Card>
      </main>
    </div>
  );
}
