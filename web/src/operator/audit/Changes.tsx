import type { ReactElement } from "react";
import { words } from "../../ui/format.ts";
import { changesOf } from "./changes.ts";

export function Changes({ before, after }: { before: unknown; after: unknown }): ReactElement {
  const changes = changesOf(before, after);
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-sm">Before and after</h3>
      {changes.length === 0 && <p className="mt-2 text-sm text-quiet">No differences.</p>}
      <dl className="mt-1 divide-y divide-line text-sm">
        {changes.map((change) => (
          <div key={change.name} className="py-2">
            <dt className="text-xs text-quiet">{words(change.name) || "value"}</dt>
            <dd className="mt-0.5 font-mono text-xs break-all">
              <del className="text-bad-ink no-underline">{change.before}</del>
              <span className="text-faint"> → </span>
              <ins className="text-good-ink no-underline">{change.after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
