import type { ReactElement } from "react";

export function SkipLink(): ReactElement {
  return (
    <a
      href="#content"
      className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-2 text-sm text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
