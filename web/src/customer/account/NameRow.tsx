import { type ReactElement, useState } from "react";
import { changeName } from "#shared/accounts/settings.ts";
import { messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Row } from "./Row.tsx";

export function NameRow({ name }: { name: string | null }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const { run, pending, error } = useAction(changeName, {
    quiet: true,
    success: "Name saved.",
    onSuccess: () => setTyped(null),
  });
  if (typed === null)
    return (
      <Row name="Name" value={name ?? <span className="text-quiet">Not given</span>}>
        <Button size="small" onClick={() => setTyped(name ?? "")}>
          {name === null ? "Add name" : "Change name"}
        </Button>
      </Row>
    );
  return (
    <Form className="max-w-md space-y-4 py-4" onSubmit={() => void run({ name: typed })}>
      <Field
        label="Name"
        autoComplete="name"
        autoFocus
        maxLength={100}
        value={typed}
        error={error === null ? undefined : messageOf(error)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          Save name
        </Button>
        <Button variant="quiet" onClick={() => setTyped(null)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
