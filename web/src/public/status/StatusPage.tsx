import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { Island } from "../frame/Island.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { STATUS_FEED } from "./feed.ts";
import { StatusBoard } from "./StatusBoard.tsx";

export function StatusPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <div className="mx-auto max-w-[50rem]">
          <Island name="statusBoard">
            <StatusBoard />
          </Island>
          <noscript>
            <p className="mt-6 rounded-card border border-line bg-raised p-4 text-sm">
              The figures on this page need JavaScript. The{" "}
              <a href={STATUS_FEED} className="underline">
                feed of changes
              </a>{" "}
              does not.
            </p>
          </noscript>
          <p className="mt-10 max-w-[42.5rem] text-sm text-quiet">
            {BRAND.name} makes videos with services of others, under your own keys. When one of them is slow
            or down, the step that needs it waits and goes on by itself; nothing that is already made is lost.
            Something else is wrong? Write to{" "}
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
