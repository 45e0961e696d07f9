import type { ReactElement, ReactNode } from "react";
import { Card, CardTitle } from "../../ui/Card.tsx";

type SectionProps = { title: string; empty?: string | false; children?: ReactNode };

export function Section({ title, empty = false, children }: SectionProps): ReactElement {
  return (
    <Card className="p-4.5">
      <CardTitle>{title}</CardTitle>
      <div className="mt-2 text-sm">{empty === false ? children : <p className="text-quiet">{empty}</p>}</div>
    </Card>
  );
}
