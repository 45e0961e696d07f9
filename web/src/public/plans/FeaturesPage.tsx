import type { ReactElement } from "react";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { FEATURES } from "../content.ts";
import { PageHead } from "../explain/PageHead.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { FeatureScene } from "../landing/FeatureScene.tsx";
import { Invitation } from "../landing/Sections.tsx";

export function FeaturesPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <PageHead title="Everything between the article and the video">
          One desktop application for Windows and macOS. Every plan has all of it, and you can change every
          draft.
        </PageHead>
        <ul className="mt-14 grid gap-14 md:mt-20 md:gap-20">
          {FEATURES.map(({ id, title, text, more }, at) => (
            <li
              key={id}
              id={id}
              className={cx(
                "grid scroll-mt-24 items-center gap-x-12 gap-y-6",
                at % 2 === 0
                  ? "md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
                  : "md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]",
              )}
            >
              <div className={at % 2 === 1 ? "md:order-last" : ""}>
                <h2 className="text-lg sm:text-xl">{title}</h2>
                <p className="mt-3 text-quiet">{text}</p>
                <ul className="mt-4 space-y-2 text-[0.9375rem] leading-6">
                  {more.map((line) => (
                    <li key={line} className="flex gap-3">
                      <span aria-hidden="true" className="mt-[0.6875rem] h-px w-4 shrink-0 bg-signal" />
                      {line}
                    </li>
                  ))}
                </ul>
              </div>
              <div className="overflow-hidden rounded-card border border-line bg-raised">
                <FeatureScene id={id} />
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-16 flex flex-wrap gap-3">
          <a href={paths.pricingPage.href()} className={buttonClass("secondary", "large")}>
            See plans and prices
          </a>
          <a href={paths.automation.href()} className={buttonClass("secondary", "large")}>
            Follow one article, step by step
          </a>
        </p>
      </div>
      <Invitation />
    </PublicFrame>
  );
}
