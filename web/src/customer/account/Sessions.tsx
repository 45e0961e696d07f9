import type { ReactElement } from "react";
import { endSession } from "#shared/accounts/customer.ts";
import { endAllSessions, type listSessions } from "#shared/accounts/settings.ts";
import type { Output } from "#shared/endpoint.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { moment } from "../../ui/format.ts";
import { leaveForSignIn } from "./leaveForSignIn.ts";

type Session = Output<typeof listSessions>["sessions"][number];

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** Signed-in browsers. Computers with the application have seats instead. */
export function Sessions({ sessions }: { sessions: readonly Session[] }): ReactElement {
  const all = useAction(endAllSessions, {
    revalidate: false,
    onSuccess: () => leaveForSignIn("sessions"),
  });
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>Sessions</CardTitle>
        <DialogButton
          label="Sign out everywhere"
          dialog={(close) => (
            <ConfirmDialog
              onClose={close}
              title="Sign out every browser?"
              confirm="Sign out everywhere"
              cancel="Stay signed in"
              danger
              pending={all.pending}
              onConfirm={() => void all.run({}).then(close)}
            >
              This browser is signed out too. If someone else may know your password, change it instead: that
              signs out every other browser, and you stay signed in here.
            </ConfirmDialog>
          )}
        />
      </div>
      <ul aria-label="Sessions" className="mt-3 divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionRow({ session }: { session: Session }): ReactElement {
  const { id, device, country, signedInAt, lastUsedAt, current } = session;
  const end = useAction(endSession, { success: "That browser is signed out." });
  const place = country === null ? "Unknown country" : (COUNTRIES.of(country) ?? country);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm last:pb-0">
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="block font-medium">{device ?? "Unknown browser"}</span>
        <span className="block text-quiet">
          {place}, signed in {moment(signedInAt)}
          {!current && `, last used ${moment(lastUsedAt)}`}
        </span>
      </span>
      {current ? (
        <Chip dot tone="good">
          This browser
        </Chip>
      ) : (
        <Button
          size="small"
          variant="quiet"
          aria-label={`Sign out ${device ?? "unknown browser"}`}
          pending={end.pending}
          onClick={() => end.run({ id })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
