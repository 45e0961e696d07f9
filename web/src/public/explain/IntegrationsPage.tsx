import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { Invitation } from "../landing/Sections.tsx";
import { KEY_FACTS, PROVIDERS } from "./content.ts";
import { KeyMap } from "./KeyMap.tsx";
import { PageHead } from "./PageHead.tsx";

export function IntegrationsPage(): ReactElement {
  return (
    <PublicFrame>
      <div className="page py-12 md:py-20">
        <PageHead title="Three services, your own provider keys">
          {BRAND.name} uses text, voice and music services that you choose and pay for yourself. Paste a
          provider key for each one once. After that, your computer talks to them directly.
        </PageHead>

        <div className="mt-12 rounded-card border border-line bg-raised p-4 sm:p-8">
          <div className="mx-auto max-w-[46rem]">
            <KeyMap />
          </div>
        </div>

        <section className="mt-20 md:mt-28">
          <h2 className="text-xl sm:text-2xl">What each provider receives and returns</h2>
          <ul className="mt-8 grid grid-cols-1 gap-4 lg:grid-cols-3 lg:gap-6">
            {PROVIDERS.map(({ id, title, name, keys, gets, gives, pays }) => (
              <li key={id} className="flex flex-col rounded-card border border-line bg-surface p-6">
                <h3 className="text-lg">{title}</h3>
                <p className="text-sm text-quiet">{name}</p>
                <dl className="mt-5 mb-6 space-y-4 text-[0.9375rem] leading-6">
                  <Fact name="Receives">{gets}</Fact>
                  <Fact name="Returns">{gives}</Fact>
                  <Fact name="Charges you">{pays}</Fact>
                </dl>
                <a
                  href={keys}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass("secondary", "normal", "mt-auto self-start")}
                >
                  Create a key at {name}
                  <Icon name="external" className="size-3.5" />
                  <span className="sr-only">(opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </section>

        <section className="mt-20 grid gap-8 md:mt-28 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12">
          <div>
            <h2 className="text-xl sm:text-2xl">What happens to a provider key</h2>
            <p className="mt-3 text-quiet">
              Provider keys spend your money, so they stay with you. The{" "}
              <a href={paths.status.href()} className="text-ink underline">
                status page
              </a>{" "}
              shows whether each provider is available.
            </p>
          </div>
          <dl className="grid gap-x-8 gap-y-6 border-t border-line pt-6 sm:grid-cols-2 lg:border-t-0 lg:pt-0">
            {KEY_FACTS.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-medium">{title}</dt>
                <dd className="mt-1 text-[0.9375rem] leading-6 text-quiet">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <Invitation />
    </PublicFrame>
  );
}

function Fact({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div>
      <dt className="text-xs font-medium text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
