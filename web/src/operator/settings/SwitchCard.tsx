import { type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import type { Endpoint, Request } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";

type SwitchCardProps<E extends Endpoint & { audience: "operator" }> = {
  title: string;
  /** Explains the setting and what happens when it is off. */
  children: ReactNode;
  label: string;
  action: string;
  /** Null if it could not be loaded. */
  isOn: boolean | null;
  contract: E;
  inputFor: (isOn: boolean) => Request<E>;
};

/** A setting that is on or off. Saving another card reloads the settings and keeps the choice made here. */
export function SwitchCard<E extends Endpoint & { audience: "operator" }>({
  title,
  children,
  isOn,
  ...form
}: SwitchCardProps<E>): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>{title}</CardTitle>
      <p className="mt-1 text-sm text-quiet">{children}</p>
      {isOn === null ? (
        <Banner tone="warn" className="mt-4">
          The setting could not be loaded.
        </Banner>
      ) : (
        <SwitchForm isOn={isOn} {...form} />
      )}
    </Card>
  );
}

function SwitchForm<E extends Endpoint & { audience: "operator" }>({
  label,
  action,
  isOn,
  contract,
  inputFor,
}: Omit<SwitchCardProps<E>, "title" | "children" | "isOn"> & { isOn: boolean }): ReactElement {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const shown = chosen ?? isOn;
  const save = useChange(contract, {
    changes: () => [],
    success: "Saved.",
    quiet: true,
    onSuccess: () => setChosen(null),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run(inputFor(shown));
  };
  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <Switch label={label} checked={shown} onChange={setChosen} />
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" pending={save.pending}>
          {save.pending ? "Saving..." : action}
        </Button>
      </div>
    </form>
  );
}
