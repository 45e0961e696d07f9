import { type ReactElement, type ReactNode, useState } from "react";
import type { Endpoint, Request } from "#shared/endpoint.ts";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";
import { SettingCard, SettingForm } from "./SettingCard.tsx";

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
export function SwitchCard<E extends Endpoint & { audience: "operator" }>(
  props: SwitchCardProps<E>,
): ReactElement {
  const { title, children, label, action, isOn, contract, inputFor } = props;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const shown = isOn === null ? null : (chosen ?? isOn);
  const save = useChange(contract, { success: "Saved.", quiet: true, onSuccess: () => setChosen(null) });
  const form =
    shown === null ? null : (
      <SettingForm save={save} label={action} onSubmit={() => void save.run(inputFor(shown))}>
        <Switch label={label} checked={shown} onChange={setChosen} />
      </SettingForm>
    );
  return (
    <SettingCard title={title} what="setting" form={form}>
      {children}
    </SettingCard>
  );
}
