import { type ReactElement, useEffect, useRef } from "react";
import { setIncidentMail } from "#shared/accounts/settings.ts";
import { setInvitationMail } from "#shared/mail/customer.ts";
import { useAction } from "../../api/useAction.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Row } from "./Row.tsx";

/** Mails about incidents link here. */
const ID = "notifications";

export function Notifications({
  incidentMail,
  invitationMail,
}: {
  incidentMail: boolean;
  invitationMail: boolean;
}): ReactElement {
  const { run, pending } = useAction(setIncidentMail);
  const invitations = useAction(setInvitationMail);
  const place = useRef<HTMLDivElement>(null);
  // The browser looks for the anchor before this page has rendered.
  useEffect(() => {
    if (window.location.hash === `#${ID}`) place.current?.scrollIntoView();
  }, []);
  return (
    <div id={ID} ref={place} className="scroll-mt-20">
      <Card className="p-5 sm:p-6">
        <CardTitle>Notifications</CardTitle>
        <div className="mt-3 divide-y divide-line">
          <Row name="Service incidents" value="Email when a problem affects your license or your videos">
            <Switch
              bare
              label="Service incidents"
              checked={incidentMail}
              disabled={pending}
              onChange={(enabled) => void run({ enabled })}
            />
          </Row>
          <Row name="Team invitations" value="Email when someone invites you to their team">
            <Switch
              bare
              label="Team invitations"
              checked={invitationMail}
              disabled={invitations.pending}
              onChange={(enabled) => void invitations.run({ enabled })}
            />
          </Row>
        </div>
      </Card>
    </div>
  );
}
