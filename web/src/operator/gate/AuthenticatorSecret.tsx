import { lazy, type ReactElement, Suspense } from "react";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

const QrCode = lazy(() => import("../../ui/QrCode.tsx"));

export function AuthenticatorSecret({ secret, uri }: { secret: string; uri: string }): ReactElement {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="space-y-3 text-sm text-quiet">
      <p>
        A second factor is required here. Scan this code with an authenticator app, or type the key into the
        app. Then enter the six digits that the app shows.
      </p>
      <div className="grid place-items-center">
        <Suspense fallback={<Skeleton className="size-56" />}>
          <QrCode text={uri} title="QR code of the key" />
        </Suspense>
      </div>
      <div className="flex items-start justify-between gap-2 rounded-control border border-line bg-raised py-2 pr-2 pl-3.5">
        <code className="min-w-0 py-1 font-mono text-sm leading-6 text-ink select-all" data-secret={secret}>
          {groups.map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one key never move
            <span key={at} className="mr-2 inline-block">
              {group}
            </span>
          ))}
        </code>
        <CopyButton text={secret} label="Copy the key" className="shrink-0" />
      </div>
      <p>
        Is the app on this device?{" "}
        <a href={uri} className="rounded-small font-medium text-ink underline underline-offset-2">
          Open it
        </a>
        . Keep a copy of the key in a safe place: without it a lost phone locks you out.
      </p>
    </div>
  );
}
