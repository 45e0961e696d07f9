import type { ReactElement } from "react";
import { type Incident, MAX_POSTMORTEM_URL } from "#shared/status/incident.ts";
import { linkPostmortem } from "#shared/status/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useChange } from "../data/useChange.ts";
import { useText } from "../kit/useText.ts";

/** Links a resolved incident to its explanation. Saving an empty field removes the link. */
export function PostmortemForm({ incident }: { incident: Incident }): ReactElement {
  const { id: incidentId, started_at: startedAt, title, postmortem_url } = incident;
  const url = useText(postmortem_url ?? "");
  const isEnd = url.text.trim() === "";
  const save = useChange(linkPostmortem, {
    success: isEnd ? "The link is removed." : "The link is on the status page.",
    quiet: true,
  });
  return (
    <Form
      onSubmit={() => void save.run({ incidentId, startedAt, url: isEnd ? null : url.text.trim() })}
      aria-label={`Post-mortem of ${title}`}
      className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4"
    >
      <div className="min-w-0 grow basis-64">
        <Field
          label="Post-mortem"
          type="url"
          placeholder="https://"
          maxLength={MAX_POSTMORTEM_URL}
          error={save.error === null ? undefined : messageOf(save.error)}
          {...url.field}
        />
      </div>
      <Button type="submit" pending={save.pending} disabled={url.text.trim() === (postmortem_url ?? "")}>
        Save link
      </Button>
    </Form>
  );
}
