import { type ReactElement, useState } from "react";
import { useLoaderData } from "react-router-dom";
import { getActivityLogs } from "#shared/activity/customer.ts";
import type { Output } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { toast } from "../../ui/toast.ts";
import { EmptyCard } from "../EmptyCard.tsx";
import { ActivityRow } from "./ActivityRow.tsx";

type ActivityPage = Output<typeof getActivityLogs>;

/** Null while `features.activityLog` is off: the tab is then a placeholder. */
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
        Every script, voice and video from your application, in one list.
      </EmptyCard>
    );
  if (first.logs.length === 0)
    return (
      <EmptyCard title="Nothing has happened yet">
        Make a video in the application, and it appears here.
      </EmptyCard>
    );
  return <ActivityLog first={first} />;
}

function ActivityLog({ first }: { first: ActivityPage }): ReactElement {
  const [more, setMore] = useState<ActivityPage | null>(null);
  const [pending, setPending] = useState(false);
  const next = more === null ? first.next : more.next;

  const showMore = async (cursor: string): Promise<void> => {
    setPending(true);
    try {
      const page = await call(getActivityLogs, { cursor });
      setMore({ logs: [...(more?.logs ?? []), ...page.logs], next: page.next });
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      <Card className="px-5 py-2 sm:px-6">
        <ul aria-label="Activity" className="divide-y divide-line">
          {[...first.logs, ...(more?.logs ?? [])].map((entry) => (
            <ActivityRow key={entry.id} entry={entry} detailed />
          ))}
        </ul>
      </Card>
      {next !== null && (
        <Button className="mt-6" pending={pending} onClick={() => showMore(next)}>
          Load more
        </Button>
      )}
    </>
  );
}
