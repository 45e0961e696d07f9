import type { ReactElement } from "react";

export function Id({ children }: { children: string }): ReactElement {
  return <code className="font-mono text-xs break-all">{children}</code>;
}
