import type { ReactElement } from "react";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { FeatureScene } from "../landing/FeatureScene.tsx";
import { Invitation } from "../landing/Sections.tsx";
import { ArticleScene } from "./ArticleScene.tsx";
import { STEPS, TRIGGERS } from "./content.ts";
import { PageHead } from "./PageHead.tsx";

export function AutomationPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <PageHead title="From an article to a published video, in six steps">
          Each step builds on the one before, shows its work, and can wait for your review. Run all of them
          automatically, or take over at any step: every draft can be changed.
        </PageHead>

        <ol className="mt-14 grid gap-y-10 md:mt-20 md:gap-y-0">
          {STEPS.map(({ id, title, text, more, note, shows }, at) => (
            <li
              key={id}
              id={id}
              className="grid scroll-mt-24 items-center gap-x-12 gap-y-5 md:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,6fr)]"
            >
              <span aria-hidden="true" className="relative hidden h-full justify-center md:flex">
                <span
                  className={`absolute inset-y-0 w-px bg-line ${at === 0 ? "top-1/2" : ""} ${at === STEPS.length - 1 ? "bottom-1/2" : ""}`}
                />
                <span className="figures relative my-auto grid size-9 place-items-center rounded-full border border-line bg-paper text-sm font-medium">
                  {at + 1}
                </span>
              </span>
              <div className="md:py-8">
                <h2 className="text-lg">
                  <span className="figures mr-2 text-signal-ink md:hidden">{at + 1}</span>
                  {title}
                </h2>
                <p className="mt-2 text-quiet">{text}</p>
                <ul className="mt-3 space-y-1 text-[0.9375rem] leading-6">
                  {more.map((line) => (
                    <li key={line} className="flex gap-3">
                      <span aria-hidden="true" className="mt-[0.6875rem] h-px w-4 shrink-0 bg-signal" />
                      {line}
                    </li>
                  ))}
                </ul>
                <p className="mt-3 text-sm font-medium">{note}</p>
              </div>
              <div className="space-y-4 md:my-5">
                {shows.map((scene) => (
                  <div key={scene} className="overflow-hidden rounded-card border border-line bg-raised">
                    {scene === "article" ? <ArticleScene /> : <FeatureScene id={scene} />}
                  </div>
                ))}
              </div>
            </li>
          ))}
        </ol>

        <section className="mt-20 md:mt-28">
          <h2 className="text-xl sm:text-2xl">What starts a video, and what publishes it</h2>
          <ul className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
            {TRIGGERS.map(({ title, text }) => (
              <li key={title} className="rounded-card border border-line bg-surface p-6">
                <h3 className="text-base tracking-normal">{title}</h3>
                <p className="mt-2 text-[0.9375rem] leading-6 text-quiet">{text}</p>
              </li>
            ))}
          </ul>
          <p className="mt-8 flex flex-wrap gap-3">
            <a href={paths.pricingPage.href()} className={buttonClass("secondary", "large")}>
              See plans and prices
            </a>
            <a href={paths.api.href()} className={buttonClass("secondary", "large")}>
              See the supported providers
            </a>
          </p>
        </section>
      </div>
      <Invitation />
    </PublicFrame>
  );
}
