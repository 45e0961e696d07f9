import type { ReactElement, ReactNode } from "react";
import {
  offeredFile,
  publicReleases,
  type ReleaseCatalog,
  type ReleaseFile,
} from "#shared/releaseCatalog.ts";
import { DOWNLOADS, PLATFORM_NAMES, type Platform } from "#shared/releases.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { fileSize } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { visitorPlatform } from "./platform.ts";

const PLATFORMS: readonly Platform[] = ["windows", "macos"];

export function DownloadCard({ releases }: { releases: ReleaseCatalog | null }): ReactElement {
  const [latest] = releases === null ? [] : publicReleases(releases);
  const own = visitorPlatform(navigator.userAgent) ?? "windows";
  const other = PLATFORMS.find((platform) => platform !== own) ?? own;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <CardTitle>Download the application</CardTitle>
          <p className="mt-1 text-sm text-quiet">
            {latest && `Version ${latest.version}. `}Install it, open it, paste your license key. Also for{" "}
            <a href={DOWNLOADS[other].path} download className="text-ink underline underline-offset-2">
              {PLATFORM_NAMES[other]}
            </a>
            .
          </p>
        </div>
        <a href={DOWNLOADS[own].path} download className={buttonClass()}>
          <Icon name={own} />
          {PLATFORM_NAMES[own]}
        </a>
      </div>
      <div className="mt-4 divide-y divide-line border-t border-line text-sm">
        {releases !== null && (
          <Fold title="Verify" hint="Size and SHA-256 of each file">
            <dl>
              {PLATFORMS.map((platform) => (
                <FileFacts key={platform} platform={platform} file={offeredFile(releases, platform)} />
              ))}
            </dl>
            {releases.note !== undefined && <p className="mt-1 text-xs text-faint">{releases.note}</p>}
          </Fold>
        )}
        {releases === null ? (
          <p className="pt-3 text-quiet">The release notes could not be loaded. Reload the page.</p>
        ) : (
          <Fold
            title="Updates and release notes"
            hint={
              latest && (
                <>
                  {`v${latest.version}, `}
                  <span className="inline-block">{latest.releasedAt.slice(0, 10)}</span>
                </>
              )
            }
          >
            <Notes releases={releases} />
          </Fold>
        )}
      </div>
    </Card>
  );
}

type FoldProps = { title: string; hint: ReactNode; children: ReactNode };

function Fold({ title, hint, children }: FoldProps): ReactElement {
  return (
    <details className="group">
      <summary className="flex items-center gap-3 rounded-small py-2.5 hover:text-signal-ink">
        {title}
        <span className="ml-auto text-right text-faint">{hint}</span>
        <Icon
          name="chevronDown"
          className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function Notes({ releases }: { releases: ReleaseCatalog }): ReactElement {
  return (
    <ol className="space-y-4">
      {publicReleases(releases).map(({ version, releasedAt, notes }) => (
        <li key={version} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3">
          <span className="font-medium">v{version}</span>
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
  );
}

type FileProps = { platform: Platform; file: ReleaseFile | undefined };

function FileFacts({ platform, file }: FileProps): ReactElement | null {
  if (file === undefined) return null;
  const { size, sha256 } = file;
  return (
    <div className="flex items-center gap-3 py-1.5">
      <dt className="w-16 shrink-0 text-quiet">{PLATFORM_NAMES[platform]}</dt>
      <dd className="figures shrink-0">{fileSize(size)}</dd>
      <dd className="ml-auto flex min-w-0 items-center">
        <span className="mr-2 shrink-0 text-xs text-faint max-sm:sr-only">SHA-256</span>
        <code className="truncate font-mono text-xs text-quiet" title={sha256}>
          {sha256}
        </code>
        <CopyButton
          text={sha256}
          label={`Copy the SHA-256 for ${PLATFORM_NAMES[platform]}`}
          className="shrink-0"
        />
      </dd>
    </div>
  );
}
