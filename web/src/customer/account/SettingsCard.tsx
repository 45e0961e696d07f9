import { type ReactElement, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { YourData } from "./YourData.tsx";

/** How one signs in, and what is kept about one. `confirmed` is null where it could not be had. */
export function SettingsCard({
  email,
  confirmed,
}: {
  email: string;
  confirmed: boolean | null;
}): ReactElement {
  const [changing, setChanging] = useState(false);
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Settings</CardTitle>
      <div className="mt-3 divide-y divide-line">
        <Row name="Email" value={email}>
          {confirmed === true && (
            <Chip dot tone="good">
              Confirmed
            </Chip>
          )}
          {confirmed === false && (
            <>
              <Chip dot tone="warn">
                Not confirmed
              </Chip>
              <Link to={paths.confirmEmail.href()} className={buttonClass("secondary", "small")}>
                Confirm
              </Link>
            </>
          )}
        </Row>
        {changing ? (
          <ChangePassword email={email} onDone={() => setChanging(false)} />
        ) : (
          <Row name="Password" value="••••••••">
            <Button size="small" onClick={() => setChanging(true)}>
              Change password
            </Button>
          </Row>
        )}
        <YourData email={email} />
      </div>
    </Card>
  );
}

function Row({ name, value, children }: { name: string; value: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm last:pb-0">
      <span className="w-20 text-quiet">{name}</span>
      <span className="min-w-0 flex-1 break-words">{value}</span>
      <span className="flex items-center gap-3">{children}</span>
    </div>
  );
}
