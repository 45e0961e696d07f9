import { type ReactElement, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { Row } from "./Row.tsx";

export function PasswordRow({ email, name }: { email: string; name: string | null }): ReactElement {
  const [changing, setChanging] = useState(false);
  if (changing)
    return (
      <div className="pb-5">
        <ChangePassword email={email} name={name} onDone={() => setChanging(false)} />
      </div>
    );
  return (
    <Row name="Password" value="••••••••">
      <Button size="small" onClick={() => setChanging(true)}>
        Change password
      </Button>
    </Row>
  );
}
