import type { ReactElement, ReactNode } from "react";
import { onDay } from "#shared/words.ts";
import { PublicFrame } from "../frame/PublicFrame.tsx";

/** `id` is the section's anchor, so it never changes. */
export type Section = { readonly id: string; readonly title: string; readonly body: ReactNode };

type TextPageProps = {
  title: string;
  lead: ReactNode;
  /** The date on the page, such as `2025-09-19`. */
  date: string;
  /** For versioned texts: the date of the last change. */
  changed?: string;
  sections: readonly Section[];
};

export function TextPage({ title, lead, date, changed, sections }: TextPageProps): ReactElement {
  return (
    <PublicFrame>
      <div className="page grid gap-x-16 py-12 md:py-20 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="max-lg:hidden">
          <ol className="sticky top-24 space-y-1 border-l border-line text-sm text-quiet">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px block border-l border-transparent py-1 pl-4 hover:border-signal hover:text-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="prose min-w-0">
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
          <p className="text-sm">
            <Day date={date} />
            {changed && (
              <>
                {" · Last changed "}
                <Day date={changed} />
              </>
            )}
          </p>
          <div className="mt-6 text-[1.0625rem] leading-7">{lead}</div>
          {sections.map(({ id, title: name, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{name}</h2>
              {body}
            </section>
          ))}
        </article>
      </div>
    </PublicFrame>
  );
}

function Day({ date }: { date: string }): ReactElement {
  return <time dateTime={date}>{onDay(date)}</time>;
}
