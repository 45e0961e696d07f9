import { type ReactElement, useState } from "react";
import {
  INVITATION_HOURS,
  inviteReader,
  type listOperators,
  type OperatorRow,
  removeReader,
} from "#shared/accounts/readers.ts";
import type { Output } from "#shared/endpoint.ts";
import { messageOf, refusalOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { ago } from "../../ui/format.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { useChange } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";

export function People({ people }: { people: Output<typeof listOperators>["people"] | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>People with access</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Invited people can view everything and export the lists, but they see only a part of each license key.
        They cannot change anything.
      </p>
      {people === null ? (
        <Banner tone="warn" className="mt-4">
          The list could not be loaded.
        </Banner>
      ) : (
        <ul className="mt-3 divide-y divide-line text-sm">
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
      <Changes>
        <Invitation />
      </Changes>
    </Card>
  );
}

function Person({ person: { id, email, is_reader, last_seen_at } }: { person: OperatorRow }): ReactElement {
  const remove = useChange(removeReader, { success: "Removed.", failure: "Failed to remove" });
  const resend = useChange(inviteReader, { success: "Invitation sent.", failure: "Failed to invite" });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium wrap-anywhere">{email}</span>
        <span className="text-quiet">
          {last_seen_at === null ? "Has not signed in yet" : `Last seen ${ago(last_seen_at)}`}
        </span>
      </span>
      <Chip>{!is_reader ? "Administrator" : last_seen_at === null ? "Invited" : "View only"}</Chip>
      {is_reader && (
        <>
          {last_seen_at === null && (
            <ConfirmedAction
              label="Invite again"
              title={`Invite ${email} again?`}
              run={() => resend.run({ email })}
            >
              We email a new temporary password. The previous one stops working.
            </ConfirmedAction>
          )}
          <ConfirmedAction
            label="Remove"
            title={`Remove ${email}?`}
            danger
            run={() => remove.run({ userId: id })}
          >
            This person is signed out immediately and cannot sign in again.
          </ConfirmedAction>
        </>
      )}
    </li>
  );
}

function Invitation(): ReactElement {
  const [email, setEmail] = useState("");
  const invite = useChange(inviteReader, {
    success: "Invitation sent.",
    quiet: true,
    onSuccess: () => setEmail(""),
  });
  const wrongEmail = refusalOf(invite.error, "email");
  const submit = (): void => {
    if (email.trim() !== "") void invite.run({ email });
  };
  return (
    <Form onSubmit={submit} className="mt-3 space-y-5 border-line border-t pt-5">
      <Field
        label="Invite by email"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        error={wrongEmail}
        hint={`We email a temporary password that works for ${INVITATION_HOURS} hours.`}
        onChange={(event) => setEmail(event.target.value)}
      />
      {invite.error !== null && wrongEmail === undefined && (
        <Banner tone="bad">{messageOf(invite.error)}</Banner>
      )}
      <Button type="submit" variant="primary" pending={invite.pending} disabled={email.trim() === ""}>
        Invite
      </Button>
    </Form>
  );
}
