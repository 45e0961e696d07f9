import type { ReactElement } from "react";
import type { ApiDocument } from "#shared/apiDocument.ts";
import { BRAND } from "#shared/brand.ts";
import { DOCS_PATH } from "#shared/site.ts";
import { paths } from "../app/paths.ts";
import { Logo } from "../ui/Logo.tsx";
import { SkipLink } from "../ui/SkipLink.tsx";
import { anchorOf, type Call, Operation } from "./Operation.tsx";
import { Prose } from "./Prose.tsx";

/** One page with every call except the operators', so that the browser's search finds each. */
export function ApiReference({ document }: { document: ApiDocument }): ReactElement {
  const features = document.tags
    .map(({ name }) => ({ name, calls: callsOf(document, name) }))
    .filter(({ calls }) => calls.length > 0);
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <nav
          aria-label="Main"
          className="page flex h-16 items-center justify-between gap-4 text-sm text-quiet"
        >
          <a href={paths.home.href()} className="rounded-small text-ink">
            <Logo name={BRAND.name} />
          </a>
          <a href={`${DOCS_PATH}/openapi.json`} className="rounded-control px-3 py-2 hover:text-ink">
            OpenAPI 3.1
          </a>
        </nav>
      </header>
      <div className="page grid gap-x-12 py-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav
          aria-label="Calls"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
          tabIndex={0}
          className="sticky top-24 max-h-[calc(100dvh-8rem)] self-start overflow-y-auto pr-2 text-sm max-lg:hidden"
        >
          {features.map(({ name, calls }) => (
            <div key={name} className="mb-5">
              <p className="font-medium capitalize">{name}</p>
              <ul className="mt-1 border-l border-line text-quiet">
                {calls.map(({ operation }) => (
                  <li key={operation.operationId}>
                    <a
                      href={`#${anchorOf(operation)}`}
                      className="-ml-px block border-l border-transparent py-0.5 pl-3 hover:border-signal hover:text-ink"
                    >
                      {operation.summary}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <main id="content" className="min-w-0">
          <h1 className="text-2xl sm:text-3xl">{document.info.title}</h1>
          <div className="mt-5 max-w-[42.5rem] space-y-4 text-quiet">
            <Prose text={document.info.description} />
            <p>
              In the examples, <Code>$SITE</Code> is the site's address and <Code>$TOKEN</Code> an access
              token.
            </p>
          </div>
          {features.map(({ name, calls }) => (
            <section key={name} aria-labelledby={name} className="mt-16">
              <h2 id={name} className="text-xl capitalize">
                {name}
              </h2>
              {calls.map((call) => (
                <Operation
                  key={call.operation.operationId}
                  call={call}
                  server={document.servers[0]?.url ?? ""}
                />
              ))}
            </section>
          ))}
        </main>
      </div>
    </>
  );
}

function Code({ children }: { children: string }): ReactElement {
  return (
    <code className="rounded-small bg-raised px-1 py-0.5 font-mono text-[0.875em] text-ink">{children}</code>
  );
}

function callsOf(document: ApiDocument, feature: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(feature) && operation["x-audience"] !== "operator")
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
