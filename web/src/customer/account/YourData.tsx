import { type ReactElement, useState } from "react";
import { exportData } from "#shared/accounts/customer.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/Button.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { toast } from "../../ui/toast.ts";
import { DeleteAccount } from "./DeleteAccount.tsx";

/** A copy of everything that is kept about one, and the end of it. */
export function YourData({ email }: { email: string }): ReactElement {
  const [loading, setLoading] = useState(false);
  const [deleting, setDeleting] = useState(false);

  const download = async (): Promise<void> => {
    setLoading(true);
    try {
      saveFile("your-data.json", JSON.stringify(await everything(), null, 2));
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setLoading(false);
    }
  };

  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm last:pb-0">
      <span className="w-20 text-quiet">Your data</span>
      <span className="min-w-0 flex-1">Everything that is kept about you</span>
      <span className="flex flex-wrap items-center gap-3">
        <Button size="small" pending={loading} onClick={download}>
          Download
        </Button>
        <Button size="small" variant="quiet" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </span>
      {deleting && <DeleteAccount email={email} onClose={() => setDeleting(false)} />}
    </div>
  );
}

/** All parts as one: after the first only the activity goes on. */
async function everything() {
  const { next: after, ...whole } = await call(exportData, {});
  const activity = [...whole.activity];
  for (let cursor = after; cursor !== null; ) {
    const part = await call(exportData, { cursor });
    activity.push(...part.activity);
    cursor = part.next;
  }
  return { ...whole, activity };
}
