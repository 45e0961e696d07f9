import { type ReactElement, type ReactNode, useState } from "react";
import type { Endpoint, Request } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import type { Action } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Form } from "../../ui/Form.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { type OperatorEndpoint, useChange } from "../data/useChange.ts";

/** The fields of a setting. Saving another card reloads the settings and keeps what was typed here. */
export function useSetting<E extends OperatorEndpoint, D extends object>(contract: E, saved: D) {
  const [typed, setTyped] = useState<Partial<D>>({});
  const save = useChange(contract, { success: "Saved.", quiet: true, onSuccess: () => setTyped({}) });
  const set = (change: Partial<D>): void => setTyped({ ...typed, ...change });
  return { draft: { ...saved, ...typed }, set, save };
}

type SettingCardProps<E extends Endpoint> = {
  title: string;
  /** Explains the setting. */
  children: ReactNode;
  isLoaded: boolean;
  fields: ReactNode;
  /** The label of the button that saves. */
  action: string;
  save: Action<E>;
  /** Null if a field is wrong. */
  input: Request<E> | null;
};

export function SettingCard<E extends Endpoint>(props: SettingCardProps<E>): ReactElement {
  const { title, children, isLoaded, fields, action, save, input } = props;
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>{title}</CardTitle>
      <p className="mt-1 text-sm text-quiet">{children}</p>
      {isLoaded ? (
        <Form onSubmit={() => input !== null && save.run(input)} className="mt-5 space-y-5">
          {fields}
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
        </Form>
      ) : (
        <Banner tone="warn" className="mt-4">
          This setting could not be loaded.
        </Banner>
      )}
    </Card>
  );
}

type SwitchCardProps<E extends OperatorEndpoint> = Pick<
  SettingCardProps<E>,
  "title" | "children" | "action"
> & {
  label: string;
  /** Null if it could not be loaded. */
  isOn: boolean | null;
  contract: E;
  inputFor: (isOn: boolean) => Request<E>;
};

export function SwitchCard<E extends OperatorEndpoint>(props: SwitchCardProps<E>): ReactElement {
  const { label, isOn, contract, inputFor, ...card } = props;
  const { draft, set, save } = useSetting(contract, { isOn: isOn ?? false });
  return (
    <SettingCard
      {...card}
      isLoaded={isOn !== null}
      save={save}
      input={inputFor(draft.isOn)}
      fields={<Switch label={label} checked={draft.isOn} onChange={(isOn) => set({ isOn })} />}
    />
  );
}
