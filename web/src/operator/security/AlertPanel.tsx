import { type ReactElement, useEffect, useState } from "react";
import { SHARED_CARD } from "#shared/security/alert.ts";
import type { AlertRow } from "#shared/security/alertRow.ts";
import { listAlerts, resolveAlert } from "#shared/security/operator.ts";
import { call } from "../../api/call.ts";
import { firstPages } from "../../api/firstPages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { moment, words } from "../../ui/format.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { alertSubject, useChange } from "../data/useChange.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { TextLink } from "../kit/TextLink.tsx";
import { useText } from "../kit/useText.ts";
import { customerHref } from "../tabs.ts";
import { Severity } from "./columns.tsx";

export function AlertPanel({ alert }: { alert: AlertRow }): ReactElement {
  const note = useText();
  const resolve = useChange(resolveAlert, {
    changes: ({ id }) => [alertSubject(id)],
    success: "The alert is resolved.",
    failure: "Failed to resolve alert",
  });
  return (
    <SidePanel
      id={alert.id}
      title={words(alert.alert_type)}
      actions={
        <>
          {!alert.resolved && (
            <Changes>
              <Field
                label="Note"
                placeholder="Outcome (optional)"
                maxLength={500}
                className="w-full"
                {...note.field}
              />
            </Changes>
          )}
          <Button
            size="small"
            variant="primary"
            disabled={alert.resolved}
            pending={resolve.pending}
            onClick={() => void resolve.run({ id: alert.id, note: note.text, seen: alert.count })}
          >
            Resolve
          </Button>
          <ButtonLink to={customerHref(alert.user_id)}>Customer</ButtonLink>
        </>
      }
    >
      <p className="mb-3 text-sm wrap-anywhere">{alert.description}</p>
      <Facts
        facts={[
          { name: "User", value: alert.user_email ?? alert.user_id },
          { name: "Severity", value: <Severity severity={alert.severity} /> },
          { name: "Seen", value: `${alert.count} ×` },
          { name: "First seen", value: moment(alert.created_at) },
          { name: "Last seen", value: moment(alert.last_seen_at) },
          ...Object.entries(alert.metadata).map(([name, value]) =>
            name === SHARED_CARD
              ? { name: "Other accounts", value: <SameCard alert={alert} /> }
              : { name: words(name), value: String(value) },
          ),
          { name: "Resolved", value: alert.resolved_at === null ? "no" : moment(alert.resolved_at) },
          ...(alert.resolved
            ? [
                { name: "Resolved by", value: alert.resolved_by },
                { name: "Note", value: alert.note },
              ]
            : []),
        ]}
      />
    </SidePanel>
  );
}

const MAX_PAGES = 4;

/** Searches the latest pages of alerts, at most MAX_PAGES. */
async function alertsOfCard(card: string | number | undefined): Promise<AlertRow[]> {
  const { rows } = await firstPages(MAX_PAGES, (cursor) => call(listAlerts, { status: "all", cursor }));
  return rows.filter(({ metadata }) => metadata[SHARED_CARD] === card);
}

/** Links to the customers whose alerts name the same card. */
function SameCard({ alert: { id, metadata } }: { alert: AlertRow }): ReactElement {
  const card = metadata[SHARED_CARD];
  const [others, setOthers] = useState<readonly AlertRow[]>([]);
  useEffect(() => {
    alertsOfCard(card).then(
      (found) => setOthers(found.filter((row) => row.id !== id)),
      // The alert is complete without the links.
      () => undefined,
    );
  }, [id, card]);
  return (
    <>
      {[...new Map(others.map((other) => [other.user_id, other.user_email]))].map(([userId, email]) => (
        <TextLink key={userId} to={customerHref(userId)} className="block">
          {email ?? userId}
        </TextLink>
      ))}
    </>
  );
}
