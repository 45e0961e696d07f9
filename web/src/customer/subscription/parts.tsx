import type { ReactElement, ReactNode } from "react";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";

export function Facts({ children }: { children: ReactNode }): ReactElement {
  return <dl className="mt-6 grid gap-5 border-t border-line pt-5 text-sm sm:grid-cols-3">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-4 sm:block">
      <dt className="text-quiet">{name}</dt>
      <dd className="figures font-medium max-sm:text-right sm:mt-0.5">{children}</dd>
    </div>
  );
}

const INCLUDED = [
  "AI script generation",
  "Automated voice synthesis",
  "Video compilation from articles",
  "Desktop app access",
  "24/7 customer support",
  "Priority processing",
];

export function PlanIncludes(): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Your Plan Includes</CardTitle>
      <ul className="mt-4 grid gap-2.5 text-[0.9375rem] leading-6 sm:grid-cols-2">
        {INCLUDED.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-signal" />
            {feature}
          </li>
        ))}
      </ul>
    </Card>
  );
}
