import type { ReactElement } from "react";
import { Card } from "../ui/Card.tsx";

export function EmptyCard({ title, children }: { title: string; children: string }): ReactElement {
  return (
    <Card className="grid grid-cols-1 place-items-center px-6 py-16 text-center">
      <svg aria-hidden="true" viewBox="0 0 160 72" className="desk w-40 max-w-full">
        <path className="desk-rule" d="M20 4v64" />
        <path className="desk-text" d="M38 14h96M38 36h72M38 58h84" />
        <circle className="desk-dot" cx="20" cy="14" r="4" />
        <circle className="desk-sheet" cx="20" cy="36" r="4" />
        <circle className="desk-sheet" cx="20" cy="58" r="4" />
      </svg>
      <h2 className="mt-6 text-lg">{title}</h2>
      <p className="mt-1 max-w-sm text-quiet">{children}</p>
    </Card>
  );
}
