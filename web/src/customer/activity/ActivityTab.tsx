import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { getActivityLogs } from "#shared/activity/customer.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { useMore } from "../../api/useMore.tsx";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyCard } from "../EmptyCard.tsx";
import { ActivityRow } from "./ActivityRow.tsx";

type ActivityPage = Output<typeof getActivityLogs>;

/** Null while `features.activityLog` is off: the tab then shows a placeholder. */
export async function loader({ request }: { request: Request }): Promise<{ first: ActivityPage | null }> {
  requireSession(request);
  const { features } = await loadConfig();
  if (!features.activityLog) return { first: null };
  return { first: await orSignIn(request, call(getActivityLogs, {}, { signal: request.signal })) };
}

export function Component(): ReactElement {
  useTitle("Activity Log");
  const { first } = useLoaderData<{ first: ActivityPage | null }>();
  if (first === null)
    return (
      <EmptyCard title="Coming Soon">
        The videos that your application makes and publishes, in one list.
      </EmptyCard>
    );
  if (first.logs.length === 0)
    return (
      <EmptyCard title="No activity yet">Make a video in the application, and it appears here.</EmptyCard>
    );
  return <ActivityLog first={first} />;
}

const toRows = ({ logs, next }: ActivityPage) => ({ rows: logs, next });

function ActivityLog({ first }: { first: ActivityPage }): ReactElement {
  const { rows, button } = useMore(toRows(first), async (cursor) =>
    toRows(await call(getActivityLogs, { cursor })),
  );

  return (
    <>
      <Card className="px-5 py-2 sm:px-6">
        <ul aria-label="Activity" className="divide-y divide-line">
          {rows.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} detailed />
          ))}
        </ul>
      </Card>
      {button}
    </>
  );
}
