import { type ReactElement, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { endsAt, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { inviteMember, type TeamMemberView, type TeamView } from "#shared/subscriptions/team.ts";
import { messageOf, refusalOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { deadline } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import type { Billing } from "./billing.ts";
import { RemoveMember } from "./RemoveMember.tsx";
import { SeatsDialog } from "./SeatsDialog.tsx";

/** The result of an invitation. Only this answer contains the link. */
type Invited = Pick<Output<typeof inviteMember>, "link" | "mailed"> & { email: string };
type OnInvited = { onInvited: (invited: Invited) => void };
type TeamCardProps = { subscription: Subscription; billing: Billing };

export function TeamCard({ subscription, billing }: TeamCardProps): ReactElement | null {
  const { team, max_seats: most, lifetime } = billing;
  const seats = seatsOf(subscription);
  const [invited, setInvited] = useState<Invited | null>(null);
  const isSettled = subscription.subscription_status === "active" && endsAt(subscription) === null;
  const mayChange = isSettled && !lifetime && subscription.next_plan === undefined;
  if (team === undefined && (most === undefined || !mayChange)) return null;
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Team</CardTitle>
      <p className="mt-2 max-w-prose text-sm text-quiet">
        Each seat is one license key for one computer. One seat is yours. Invite people to the other seats by
        email. They each get a key, and never see your bill.
      </p>
      {team !== undefined && <Members team={team} onInvited={setInvited} />}
      {invited !== null && <HandOn {...invited} />}
      {team !== undefined && team.members.length < seats - 1 && <Invite onInvited={setInvited} />}
      {mayChange && <ChangeSeats subscription={subscription} most={Math.max(most ?? seats, seats)} />}
    </Card>
  );
}

function HandOn({ email, link, mailed }: Invited): ReactElement {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 text-sm" role="status">
      <span className="min-w-0 wrap-anywhere">
        {mailed
          ? `We emailed ${email} the invitation. You can also send the link yourself.`
          : `We could not email ${email} this time. Send the link yourself.`}
      </span>
      <CopyButton text={link} label={`Copy the link for ${email}`} />
    </div>
  );
}

function Members({ team: { seats, members }, onInvited }: { team: TeamView } & OnInvited): ReactElement {
  const free = seats - 1 - members.length;
  return (
    <ul className="mt-4 divide-y divide-line border-y border-line text-sm" aria-label="Seats">
      <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <span className="font-medium">You</span>
        <Chip tone="good">yours</Chip>
      </li>
      {members.map((member) => (
        <Member key={member.id} member={member} onInvited={onInvited} />
      ))}
      {free > 0 && (
        <li className="flex min-h-12 items-center py-2 text-quiet">
          {free === 1 ? "1 unused seat" : `${free} unused seats`}
        </li>
      )}
    </ul>
  );
}

const TONES = { accepted: "good", invited: "neutral", expired: "warn" } as const;

function Member({ member, onInvited }: { member: TeamMemberView } & OnInvited): ReactElement {
  const { email, state, expires_at } = member;
  const again = useAction(inviteMember, { onSuccess: (answer) => onInvited({ ...answer, email }) });
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <span className="min-w-0 font-medium break-all">{email}</span>
      <Chip tone={TONES[state]}>{state}</Chip>
      {state === "invited" && expires_at !== null && (
        <span className="text-xs text-quiet">until {deadline(expires_at)}</span>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        {state !== "accepted" && (
          <Button size="small" pending={again.pending} onClick={() => void again.run({ email })}>
            New link
          </Button>
        )}
        <RemoveMember member={member} />
      </span>
    </li>
  );
}

function Invite({ onInvited }: OnInvited): ReactElement {
  const [email, setEmail] = useState("");
  const { run, pending, error } = useAction(inviteMember, {
    quiet: true,
    onSuccess: (answer) => onInvited({ ...answer, email }),
  });
  const submit = async (): Promise<void> => {
    if ((await run({ email })) !== undefined) setEmail("");
  };
  return (
    <Form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2" aria-label="Invite a member">
      <Field
        label="Email of a member"
        type="email"
        autoComplete="off"
        className="min-w-60 flex-1"
        value={email}
        error={error === null ? undefined : messageOf(error)}
        aria-invalid={refusalOf(error, "email") !== undefined || undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" className="h-11" pending={pending}>
        Send invitation
      </Button>
    </Form>
  );
}

function ChangeSeats({ subscription, most }: { subscription: Subscription; most: number }): ReactElement {
  const now = seatsOf(subscription);
  // Keeps a choice while the page reloads the subscription.
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = chosen ?? now;
  return (
    <div className="mt-4 flex flex-wrap items-end gap-2">
      <Select
        label="Number of seats"
        className="w-40"
        choices={Array.from({ length: most }, (_, place) => ({
          value: String(place + 1),
          label: place + 1 === now ? `${now} (now)` : String(place + 1),
        }))}
        value={String(wanted)}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
      <DialogButton
        size="normal"
        label="Change seats"
        disabled={wanted === now}
        dialog={(close) => <SeatsDialog subscription={subscription} seats={wanted} onClose={close} />}
      />
    </div>
  );
}
