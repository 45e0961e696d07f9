import type { ReactElement, ReactNode } from "react";

export type IslandName = "nav" | "demo" | "offer" | "statusLine" | "statusBoard";

export const islandSelector = (name: IslandName): string => `[data-island="${name}"]`;

/** A part of the page that a script brings to life. What stands outside of islands ships no script at all. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }): ReactElement {
  return (
    <div data-island={name} className="contents">
      {children}
    </div>
  );
}
