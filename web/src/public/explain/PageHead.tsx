import type { ReactElement, ReactNode } from "react";

export function PageHead({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <header className="max-w-[46rem]">
      <h1 className="text-[2.25rem] leading-[1.1] tracking-[-0.03em] sm:text-3xl">{title}</h1>
      <p className="mt-5 max-w-[38rem] text-[1.0625rem] leading-7 text-quiet">{children}</p>
    </header>
  );
}
