import { type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import type { Endpoint, Request } from "#shared/endpoint.ts";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";
import { Save, SettingCard } from "./SettingCard.tsx";

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
    <SettingCard
      title={title}
      what="setting"
      form={isOn === null ? null : <SwitchForm isOn={isOn} {...form} />}
    >
      {children}
    </SettingCard>
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
  const save = useChange(contract, { success: "Saved.", quiet: true, onSuccess: () => setChosen(null) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run(inputFor(shown));
  };
  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <Switch label={label} checked={shown} onChange={setChosen} />
      <Save save={save} label={action} />
    </form>
  );
}
