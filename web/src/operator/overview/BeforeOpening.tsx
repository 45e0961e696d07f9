import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";

export function BeforeOpening({ missing }: { missing: readonly string[] }): ReactElement | null {
  if (missing.length === 0) return null;
  return (
    <Card className="px-4.5 py-3 text-sm">
      <details className="group">
        <summary className="flex items-center gap-2 rounded-small">
          <h2 className="flex-1 text-sm font-medium tracking-normal">Before the shop opens</h2>
          <span className="text-quiet">{missing.length} missing</span>
          <Icon
            name="chevronDown"
            className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180"
          />
        </summary>
        <ul aria-label="Missing" className="mt-2 list-disc space-y-1 pl-5">
          {missing.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className="mt-2 text-quiet">
          The file docs/make-it-yours.md in the repository says where to enter each of these.
        </p>
      </details>
    </Card>
  );
}
