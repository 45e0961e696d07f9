import type { ReactElement, ReactNode } from "react";

export function Row({
  name,
  value,
  children,
}: {
  name: string;
  value: ReactNode;
  children?: ReactNode;
}): ReactElement {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm last:pb-0">
      <span className="w-28 shrink-0 text-quiet max-sm:w-full">{name}</span>
      <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">{value}</span>
      <span className="flex flex-wrap items-center gap-3">{children}</span>
    </div>
  );
}
