import { type ReactElement, useState } from "react";
import { useNavigate, useNavigation } from "react-router-dom";
import { parseUserCode } from "#shared/licenses/userCode.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";

type EnterUserCodeProps = { typed: string; problem: string | null };

export function EnterUserCode({ typed, problem }: EnterUserCodeProps): ReactElement {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const [code, setCode] = useState(typed);
  const [error, setError] = useState(problem);
  const submit = (): void => {
    const parsed = parseUserCode(code);
    setError(parsed === undefined ? "A code has eight letters, such as WDJB-MJHT" : problem);
    if (parsed !== undefined) void navigate(paths.activate.href(parsed), { replace: true });
  };
  return (
    <Form onSubmit={submit} className="mt-8 space-y-5">
      <Field
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        placeholder="WDJB-MJHT"
        value={code}
        error={error ?? undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" className="w-full" pending={state === "loading"}>
        Continue
      </Button>
    </Form>
  );
}
