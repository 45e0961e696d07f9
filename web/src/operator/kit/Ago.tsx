import type { ReactElement } from "react";
import { ago, moment } from "../../ui/format.ts";

/** How long ago it was, with the time as the tooltip. */
export function Ago({ at, className }: { at: string; className?: string }): ReactElement {
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {ago(at)}
    </time>
  );
}
