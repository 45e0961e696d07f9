import type { ReactElement, ReactNode } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Mark } from "../../ui/Logo.tsx";
import { FEATURES, INVITATION, QUESTIONS, VOICES } from "../content.ts";
import { useMaterial } from "../material.ts";
import { StatusLine } from "../status/StatusLine.tsx";
import { FeatureScene } from "./FeatureScene.tsx";

const STARS = [1, 2, 3, 4, 5];

function SectionHead({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div className="max-w-2xl">
      <h2 className="text-xl sm:text-2xl">{title}</h2>
      <p className="mt-3 text-quiet">{children}</p>
    </div>
  );
}

export function Features(): ReactElement {
  return (
    <section id="features" className="page py-12 md:py-28">
      <SectionHead title="From article to video in one application">
        Six steps that used to take six programs. You can review and undo each one.
      </SectionHead>
      <ul className="mt-10 grid gap-x-6 gap-y-6 sm:gap-y-10 sm:grid-cols-2 lg:mt-12 lg:grid-cols-3">
        {FEATURES.map(({ id, title, text }) => (
          <li key={id}>
            <div className="mb-4 overflow-hidden rounded-card border border-line bg-raised">
              <FeatureScene id={id} />
            </div>
            <h3 className="text-[1.0625rem] leading-6">{title}</h3>
            <p className="mt-1 text-[0.9375rem] leading-6 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-10">
        <a href={paths.automation.href()} className={buttonClass("secondary", "large")}>
          Follow one article, step by step
        </a>
      </p>
    </section>
  );
}

export function Voices(): ReactElement {
  const { people } = useMaterial();
  return (
    <section id="reviews" className="border-y border-line bg-raised">
      <div className="page py-12 md:py-24">
        <SectionHead title="What creators say">Three creators on why they switched.</SectionHead>
        <ul className="mt-10 grid gap-4 md:grid-cols-3 md:gap-6">
          {VOICES.map(({ quote, name, role }) => (
            <li key={name}>
              <figure className="flex h-full flex-col rounded-card border border-line bg-surface p-6">
                <div role="img" aria-label="5 out of 5 stars" className="flex gap-0.5 text-signal">
                  {STARS.map((star) => (
                    <Icon key={star} name="star" className="size-4" />
                  ))}
                </div>
                <blockquote className="mt-4 mb-6 leading-[1.6875rem]">{quote}</blockquote>
                <figcaption className="mt-auto flex items-center gap-3 text-sm">
                  <span aria-hidden="true" className="h-8 w-0.5 rounded-full bg-signal" />
                  <span>
                    <span className="block font-medium">{name}</span>
                    <span className="block text-quiet">{role}</span>
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {people.length > 0 && (
          <>
            <h3 className="mt-12 text-[1.0625rem]">Channels made with {BRAND.name}</h3>
            <ul className="mt-4 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
              {people.map(({ name, channel, link, quote }) => (
                <li key={link} className="border-t border-line py-4 text-[0.9375rem] leading-6 wrap-anywhere">
                  <a href={link} target="_blank" rel="noreferrer" className="font-medium underline">
                    {channel}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                  <span className="block text-sm text-quiet">{name}</span>
                  {quote && <q className="mt-2 block">{quote}</q>}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

/** With one name, at most one `<details>` is open. The browser's text search opens the answer that it finds. */
export function Questions(): ReactElement {
  return (
    <section
      id="questions"
      className="page grid gap-8 py-12 md:py-28 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12"
    >
      <div>
        <SectionHead title="Questions and answers">
          Still have questions?{" "}
          <a href={`mailto:${BRAND.supportEmail}`} className="underline">
            Write to us
          </a>{" "}
          or ask in the public{" "}
          <a href={BRAND.chatUrl} className="underline">
            community chat
          </a>
          .
        </SectionHead>
        <p className="mt-4">
          <StatusLine />
        </p>
      </div>
      <div className="border-t border-line">
        {QUESTIONS.map(({ question, answer }, at) => (
          <details key={question} name="questions" open={at === 0} className="group border-b border-line">
            <summary className="flex items-center gap-4 rounded-small py-4 font-medium hover:text-signal-ink">
              <h3 className="flex-1 text-base font-medium tracking-normal">{question}</h3>
              <Icon
                name="chevronDown"
                className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[62ch] pb-5 text-quiet">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

export function Invitation(): ReactElement {
  return (
    <section className="page pb-12 md:pb-28">
      <div className="relative overflow-hidden rounded-card bg-slate px-6 py-12 text-on-slate sm:px-12 md:py-16">
        <Mark className="absolute top-1/2 right-10 hidden size-56 -translate-y-1/2 text-on-slate/15 lg:block" />
        <div className="relative max-w-xl">
          <h2 className="text-xl sm:text-2xl">{INVITATION.title}</h2>
          <p className="mt-3 text-on-slate-quiet">{INVITATION.text}</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <a href={paths.signup.href()} className={buttonClass("primary", "large")}>
              Sign Up
            </a>
            <a
              href={paths.features.href()}
              className="inline-flex h-12 items-center justify-center rounded-control border border-on-slate/25 px-5 text-[0.9375rem] font-medium hover:border-on-slate/60"
            >
              Learn More<span className="sr-only"> about the application</span>
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
