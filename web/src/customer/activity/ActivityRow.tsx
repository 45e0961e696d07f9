import type { ReactElement } from "react";
import type { ActivityEntry } from "#shared/activity/activity.ts";
import { Chip } from "../../ui/Chip.tsx";
import { moment } from "../../ui/format.ts";

export function ActivityRow({
  entry,
  detailed = false,
}: {
  entry: ActivityEntry;
  detailed?: boolean;
}): ReactElement {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
      <span className="mr-auto min-w-0 wrap-anywhere">
        <span className="font-medium">{words(entry.activity_type)}</span>
        {entry.title !== null && <span className="text-quiet"> “{entry.title}”</span>}
        {detailed && entry.computer_name !== null && (
          <span className="block text-xs text-faint">{entry.computer_name}</span>
        )}
      </span>
      <time dateTime={entry.created_at} className="figures text-quiet">
        {moment(entry.created_at)}
      </time>
      <Chip dot tone={entry.status === "success" ? "good" : "bad"}>
        {entry.status}
      </Chip>
    </li>
  );
}

/** `video_created` → `Video created`. */
function words(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
}
