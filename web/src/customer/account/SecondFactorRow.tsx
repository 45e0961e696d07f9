import { lazy, type ReactElement, Suspense, useState } from "react";
import { replaceRecoveryCode } from "#shared/accounts/recovery.ts";
import { beginAuthenticator, setSecondFactor } from "#shared/accounts/settings.ts";
import { lettersAndDigits } from "#shared/typed.ts";
import { messageOf } from "../../api/ApiError.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { authenticatorUri } from "../../app/authenticator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Form } from "../../ui/Form.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { CodeField } from "./CodeField.tsx";
import { leaveForSignIn } from "./leaveForSignIn.ts";
import { Row } from "./Row.tsx";

const QrCode = lazy(() => import("../../ui/QrCode.tsx"));

type Authenticator = { secret: string; uri: string; recoveryCode: string };

/** Turning the second factor on or off ends every session. */
export function SecondFactorRow({ email, since }: { email: string; since: string | null }): ReactElement {
  const [authenticator, setAuthenticator] = useState<Authenticator | null>(null);
  const begin = useAction(beginAuthenticator, {
    quiet: true,
    revalidate: false,
    onSuccess: (made) => setAuthenticator({ ...made, uri: authenticatorUri(email, made.secret) }),
  });
  const change = useAction(setSecondFactor, {
    quiet: true,
    revalidate: false,
    onSuccess: () => leaveForSignIn("factor"),
  });
  const [recoveryCode, setRecoveryCode] = useState<string | null>(null);
  const replace = useAction(replaceRecoveryCode, {
    revalidate: false,
    onSuccess: (made) => setRecoveryCode(made.recoveryCode),
  });
  return (
    <div>
      <Row name="Second factor" value="A code from an authenticator app at each sign-in">
        <Chip dot={since !== null} tone={since === null ? "neutral" : "good"}>
          {since === null ? "Off" : "On"}
        </Chip>
        {since !== null && (
          <Button size="small" pending={replace.pending} onClick={() => replace.run({})}>
            Replace recovery code
          </Button>
        )}
        {authenticator === null && (
          <Button
            size="small"
            pending={begin.pending || change.pending}
            onClick={() => (since === null ? begin.run({}) : change.run({ enabled: false }))}
          >
            {since === null ? "Turn on" : "Turn off"}
          </Button>
        )}
      </Row>
      {begin.error !== null && (
        <Banner tone="bad" className="mb-4">
          {messageOf(begin.error)}
        </Banner>
      )}
      {change.error !== null && (
        <FailureBanner
          error={change.error}
          refused={`The second factor is still ${since === null ? "off" : "on"}`}
          maybe={
            since === null
              ? "The second factor may be on. Keep its entry in your authenticator app."
              : "The second factor may be off."
          }
          className="mb-4"
        />
      )}
      {recoveryCode !== null && <RecoveryCode code={recoveryCode} />}
      {authenticator !== null && (
        <Enroll
          {...authenticator}
          pending={change.pending}
          onCode={(code) => change.run({ enabled: true, code })}
          onCancel={() => setAuthenticator(null)}
        />
      )}
    </div>
  );
}

type EnrollProps = Authenticator & {
  pending: boolean;
  onCode: (code: string) => void;
  onCancel: () => void;
};

function RecoveryCode({ code }: { code: string }): ReactElement {
  return (
    <div className="space-y-2 pb-4 text-sm">
      <p className="text-quiet">
        Keep this recovery code outside your phone. If you lose the phone, you can remove the second factor
        with this code and a code that we email you. We can't show it again.
      </p>
      <KeyBox value={code} label="Copy the recovery code" />
    </div>
  );
}

function Enroll({ secret, uri, recoveryCode, pending, onCode, onCancel }: EnrollProps): ReactElement {
  const [code, setCode] = useState("");
  return (
    <Form
      className="grid gap-6 pb-2 sm:grid-cols-[auto_minmax(0,1fr)]"
      onSubmit={() => onCode(lettersAndDigits(code))}
    >
      <Suspense fallback={<Skeleton className="size-56" />}>
        <QrCode text={uri} title="QR code of the setup key" />
      </Suspense>
      <div className="max-w-md space-y-4 text-sm">
        <p className="text-quiet">
          Scan the QR code with an authenticator app, or type the setup key. Then enter the code that the app
          shows.
        </p>
        <div className="flex items-start justify-between gap-2 rounded-control border border-line bg-raised py-2 pr-2 pl-3.5">
          <code
            className="min-w-0 py-1 font-mono leading-6 wrap-anywhere text-ink select-all"
            data-secret={secret}
          >
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton text={secret} label="Copy the setup key" className="shrink-0" />
        </div>
        <RecoveryCode code={recoveryCode} />
        <CodeField value={code} onChange={(event) => setCode(event.target.value)} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" pending={pending} disabled={code.trim() === ""}>
            Turn on
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}
