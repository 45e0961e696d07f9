import type { ReactElement } from "react";
import { API_PATH } from "#shared/site.ts";
import { getStatus } from "#shared/status/public.ts";
import { SERVICE_STATES } from "#shared/status/service.ts";
import { paths } from "../../app/paths.ts";
import { cx } from "../../ui/cx.ts";
import { OVERALL_WORDS, STATE_DOTS } from "./words.ts";

/** The overall state, linked to the status page. Shows only the link until live/statusLine.ts has an answer. */
export function StatusLine(): ReactElement {
  return (
    <a
      href={paths.status.href()}
      data-status-line=""
      data-from={API_PATH + getStatus.path}
      className="inline-flex h-7 items-center rounded-full bg-raised px-3 text-xs font-medium text-quiet hover:text-ink"
    >
      <State name="unknown" dot="bg-edge" words="System status" shown />
      {SERVICE_STATES.map((state) => (
        <State key={state} name={state} dot={STATE_DOTS[state]} words={OVERALL_WORDS[state]} />
      ))}
    </a>
  );
}

type StateProps = { name: string; dot: string; words: string; shown?: boolean };

function State({ name, dot, words, shown = false }: StateProps): ReactElement {
  return (
    <span data-state={name} hidden={!shown} className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={cx("size-1.5 rounded-full", dot)} />
      {words}
    </span>
  );
}
