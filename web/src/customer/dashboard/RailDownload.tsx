import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS, PLATFORM_NAMES } from "#shared/releases.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { visitorPlatform } from "./platform.ts";

/** At the foot of the rail: the application for this computer, where it runs on it. */
export function RailDownload(): ReactElement | null {
  const platform = visitorPlatform(navigator.userAgent);
  if (platform === undefined) return null;
  return (
    <div className="mt-auto hidden rounded-card border border-line bg-surface p-4 lg:block">
      <p className="text-sm font-semibold">{BRAND.name}</p>
      <p className="text-xs text-quiet">for {PLATFORM_NAMES[platform]}</p>
      <a
        href={DOWNLOADS[platform].path}
        download
        className={buttonClass("secondary", "small", "mt-3 w-full")}
      >
        Download
      </a>
    </div>
  );
}
