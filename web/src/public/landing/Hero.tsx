import type { ReactElement } from "react";
import { onDay } from "#shared/words.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { HERO, STATS } from "../content.ts";
import { useMaterial } from "../material.ts";
import { tourLink } from "../tour/tourLinks.ts";
import { DemoWindow } from "./demo/DemoWindow.tsx";
import { DEMO_ID } from "./demo/film.ts";
import { FilmLink, FilmWindow } from "./Film.tsx";

const WATCH = "Watch Demo (2 min)";

export function Hero(): ReactElement {
  const { film } = useMaterial();
  return (
    <section className="page grid grid-cols-1 items-center gap-12 pt-12 pb-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12 lg:pt-20 lg:pb-24">
      <div>
        <h1 className="text-[2.5rem] leading-[1.08] tracking-[-0.03em] sm:text-3xl">{HERO.title}</h1>
        <p className="mt-5 max-w-[34rem] text-[1.0625rem] leading-7 text-quiet">{HERO.text}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <a href={paths.signup.href()} className={buttonClass("primary", "large")}>
            Start Free Trial
          </a>
          {film ? (
            <FilmLink film={film}>{WATCH}</FilmLink>
          ) : (
            <a {...tourLink(DEMO_ID)} className={buttonClass("secondary", "large")}>
              <Icon name="play" className="size-3.5" />
              {WATCH}
            </a>
          )}
        </div>
        <p className="mt-5 text-sm text-faint">
          {HERO.note}
          <span hidden data-sold="trial_days">
            {" "}
            Every feature for the first <span data-days="" />.
          </span>
        </p>
      </div>
      {film ? <FilmWindow film={film} /> : <DemoWindow />}
    </section>
  );
}

export function Stats(): ReactElement {
  const { figures } = useMaterial();
  return (
    <section aria-label="In numbers" className="page">
      <dl className="grid grid-cols-2 border-y border-line md:grid-cols-4">
        {STATS.map(({ figure, label }, at) => (
          <div
            key={label}
            className={
              [
                "flex flex-col-reverse py-6 md:py-8",
                "flex flex-col-reverse border-l border-line py-6 pl-5 md:py-8 md:pl-8",
                "flex flex-col-reverse border-t border-line py-6 md:border-t-0 md:border-l md:py-8 md:pl-8",
                "flex flex-col-reverse border-t border-l border-line py-6 pl-5 md:border-t-0 md:py-8 md:pl-8",
              ][at]
            }
          >
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="figures text-xl font-semibold tracking-[-0.02em] sm:text-[1.75rem] sm:leading-9">
              {label === "uptime" ? (
                <a
                  href={`${paths.status.href()}#uptime`}
                  title="See the measured uptime"
                  className="hover:underline"
                >
                  {figure}
                </a>
              ) : (
                figure
              )}
            </dd>
          </div>
        ))}
      </dl>
      {figures.length > 0 && (
        <dl
          aria-label="Measured"
          className="flex flex-wrap gap-x-10 gap-y-3 border-b border-line py-6 text-sm wrap-anywhere"
        >
          {figures.map(({ figure, label, measured }) => (
            <div key={label} className="flex flex-wrap items-baseline gap-x-2">
              <dt className="order-last text-quiet">
                {label}, measured on {onDay(measured)}
              </dt>
              <dd className="figures font-semibold">{figure}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
