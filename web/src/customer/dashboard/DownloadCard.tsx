import type { ReactElement } from "react";
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

/** The visitor's own system first; by size and SHA-256 one tells that what came is what was put there. */
export function DownloadCard({ releases }: { releases: ReleaseCatalog | null }): ReactElement {
  const [latest] = releases === null ? [] : publicReleases(releases);
  const own = visitorPlatform(navigator.userAgent);
  const ordered = [...PLATFORMS].sort((a, b) => Number(b === own) - Number(a === own));
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Download the application</CardTitle>
      <p className="mt-1 text-[0.9375rem] leading-6 text-quiet">
        {latest && `Version ${latest.version}, released ${latest.releasedAt.slice(0, 10)}. `}
        Install it, open it, paste your key.
      </p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {ordered.map((platform) => (
          <a key={platform} href={DOWNLOADS[platform].path} download className={buttonClass()}>
            <Icon name={platform} />
            {PLATFORM_NAMES[platform]}
          </a>
        ))}
      </div>
      {releases !== null && (
        <dl className="mt-4 divide-y divide-line border-t border-line text-sm">
          {ordered.map((platform) => (
            <FileFacts key={platform} platform={platform} file={offeredFile(releases, platform)} />
          ))}
        </dl>
      )}
      {releases?.note !== undefined && <p className="mt-1 text-xs text-faint">{releases.note}</p>}
    </Card>
  );
}

function FileFacts({
  platform,
  file,
}: {
  platform: Platform;
  file: ReleaseFile | undefined;
}): ReactElement | null {
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
