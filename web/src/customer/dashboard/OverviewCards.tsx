import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { publicReleases, type ReleaseCatalog } from "#shared/releaseCatalog.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { PROVIDERS } from "../providers.ts";

export function ProvidersCard(): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Need Your API Key?</CardTitle>
      <p className="mt-1 text-[0.9375rem] leading-6 text-quiet">
        {BRAND.name} works with your own keys. Create one at each provider and paste it into the application.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {PROVIDERS.map(({ label, name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="group flex h-11 items-center gap-3 rounded-small text-sm"
            >
              <span className="w-14 text-quiet">{label}</span>
              <span className="font-medium group-hover:underline">{name}</span>
              <Icon name="external" className="ml-auto size-3.5 text-faint group-hover:text-ink" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-quiet">
        Stuck?{" "}
        <a
          href={BRAND.chatUrl}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-signal-ink underline-offset-2 hover:underline"
        >
          Ask in the support chat
        </a>
      </p>
    </Card>
  );
}

export function ReleasesCard({ releases }: { releases: ReleaseCatalog | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Updates and release notes</CardTitle>
      {releases === null && (
        <p className="mt-4 text-sm text-quiet">The release notes could not be loaded. Reload the page.</p>
      )}
      <ol className="mt-4 space-y-4">
        {(releases === null ? [] : publicReleases(releases)).map(({ version, releasedAt, notes }, at) => (
          <li key={version} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 text-sm">
            <span className={at === 0 ? "font-semibold text-signal-ink" : "font-medium"}>v{version}</span>
            <div>
              <time dateTime={releasedAt} className="figures text-quiet">
                {releasedAt.slice(0, 10)}
              </time>
              <ul className="mt-1 space-y-1 text-quiet">
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
