import { type ReactElement, useState } from "react";
import { exportData } from "#shared/customers/customer.ts";
import { messageOf } from "../../api/ApiError.ts";
import { callFresh } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { toast } from "../../ui/toast.ts";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { Row } from "./Row.tsx";

export function YourData({ email }: { email: string }): ReactElement {
  const [loading, setLoading] = useState(false);

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
    <div className="mt-3 divide-y divide-line">
      <Row name="Copy" value="Account, licenses, payments, alerts, affiliate records and activity">
        <Button size="small" pending={loading} onClick={download}>
          Download all your data
        </Button>
      </Row>
      <Row name="Account" value="Permanently ends your subscription and your license keys">
        <DialogButton
          variant="danger"
          label="Delete account"
          dialog={(close) => <DeleteAccount email={email} onClose={close} />}
        />
      </Row>
    </div>
  );
}

/** Joins all parts of the export. Only the activity has more than one part. */
async function everything() {
  const { next: after, ...whole } = await callFresh(exportData, {});
  const activity = [...whole.activity];
  for (let cursor = after; cursor !== null; ) {
    const part = await callFresh(exportData, { cursor });
    activity.push(...part.activity);
    cursor = part.next;
  }
  return { ...whole, activity };
}
