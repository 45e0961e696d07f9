import type { ReactElement } from "react";
import { ago, moment } from "../../ui/format.ts";

export function Ago({ at, className }: { at: string; className?: string }): ReactElement {
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {ago(at)}
    </time>
  );
}
