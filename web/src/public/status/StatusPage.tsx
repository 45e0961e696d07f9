import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { STATUS_FEED } from "./feed.ts";
import { StatusBoard } from "./StatusBoard.tsx";

export function StatusPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <div className="mx-auto max-w-[50rem]">
          <StatusBoard />
          <noscript>
            <p className="mt-6 rounded-card border border-line bg-raised p-4 text-sm">
              This page needs JavaScript to show the current status. The{" "}
              <a href={STATUS_FEED} className="underline">
                RSS feed of changes
              </a>{" "}
              does not.
            </p>
          </noscript>
          <p className="mt-10 max-w-[42.5rem] text-sm text-quiet">
            {BRAND.name} uses third-party services with your own provider keys. When one of them is slow or
            down, the step that needs it waits or fails. You can repeat the step later. You lose no finished
            work. Is something else wrong? Write to{" "}
            <a href={`mailto:${BRAND.supportEmail}`} className="text-ink underline">
              {BRAND.supportEmail}
            </a>
            .
          </p>
        </div>
      </div>
    </PublicFrame>
  );
}
