import { type ReactElement, useState } from "react";
import { type Incident, MAX_POSTMORTEM_URL } from "#shared/status/incident.ts";
import { linkPostmortem } from "#shared/status/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useChange } from "../data/useChange.ts";

/** Links a resolved incident to its explanation. Saving an empty field removes the link. */
export function PostmortemForm({ incident }: { incident: Incident }): ReactElement {
  const { id: incidentId, started_at: startedAt, title, postmortem_url } = incident;
  const [url, setUrl] = useState(postmortem_url ?? "");
  const isEnd = url.trim() === "";
  const save = useChange(linkPostmortem, {
    success: isEnd ? "The link is removed." : "The link is on the status page.",
    quiet: true,
  });
  return (
    <Form
      onSubmit={() => void save.run({ incidentId, startedAt, url: isEnd ? null : url.trim() })}
      aria-label={`Post-mortem of ${title}`}
      className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4"
    >
      <div className="min-w-0 grow basis-64">
        <Field
          label="Post-mortem"
          type="url"
          placeholder="https://"
          maxLength={MAX_POSTMORTEM_URL}
          value={url}
          error={save.error === null ? undefined : messageOf(save.error)}
          onChange={(event) => setUrl(event.target.value)}
        />
      </div>
      <Button type="submit" pending={save.pending} disabled={url.trim() === (postmortem_url ?? "")}>
        Save link
      </Button>
    </Form>
  );
}
