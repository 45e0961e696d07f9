import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { PROVIDERS } from "../providers.ts";

export function ProvidersCard(): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Need Your API Key?</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        {BRAND.name} works with your own provider keys. Create an API key at each provider and paste it into
        the application.
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        {PROVIDERS.map(({ label, name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="group flex h-9 items-center gap-2 rounded-small text-sm pointer-coarse:h-11"
            >
              <span className="text-quiet">{label}</span>
              <span className="font-medium group-hover:underline">{name}</span>
              <Icon name="external" className="size-3.5 text-faint group-hover:text-ink" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-quiet">
        Stuck?{" "}
        <a
          href={BRAND.chatUrl}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-signal-ink underline-offset-2 hover:underline"
        >
          Ask in the public community chat
        </a>
      </p>
    </Card>
  );
}
