import { type ReactElement, useEffect, useState } from "react";
import { getStatus } from "#shared/status/public.ts";
import { type ServiceState, worstOf } from "#shared/status/service.ts";
import { call } from "../../api/call.ts";
import { paths } from "../../app/paths.ts";
import { cx } from "../../ui/cx.ts";
import { OVERALL_WORDS, STATE_DOTS } from "./words.ts";

/** The overall state, linked to the status page. Shows only the link while the state is unknown. */
export function StatusLine(): ReactElement {
  const [state, setState] = useState<ServiceState | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(getStatus, {}, { signal: leaving.signal }).then(
      ({ services }) => setState(worstOf(Object.values(services))),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return (
    <a
      href={paths.status.href()}
      className="inline-flex h-7 items-center gap-2 rounded-full bg-raised px-3 text-xs font-medium text-quiet hover:text-ink"
    >
      <span
        aria-hidden="true"
        className={cx("size-1.5 rounded-full", state === null ? "bg-edge" : STATE_DOTS[state])}
      />
      {state === null ? "System status" : OVERALL_WORDS[state]}
    </a>
  );
}
