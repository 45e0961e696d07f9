import type { ReactElement, ReactNode } from "react";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Form } from "../../ui/Form.tsx";

type SettingCardProps = {
  title: string;
  /** Explains the setting. */
  children: ReactNode;
  /** Completes "The … could not be loaded." */
  what: string;
  /** Null if the setting could not be loaded. */
  form: ReactElement | null;
};

export function SettingCard({ title, children, what, form }: SettingCardProps): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>{title}</CardTitle>
      <p className="mt-1 text-sm text-quiet">{children}</p>
      {form ?? (
        <Banner tone="warn" className="mt-4">
          The {what} could not be loaded.
        </Banner>
      )}
    </Card>
  );
}

type SettingFormProps = {
  save: { pending: boolean; error: unknown };
  label: string;
  /** Buttons beside the button that saves. */
  more?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
};

/** A setting's fields, why saving failed, and the buttons. */
export function SettingForm({ save, label, more, onSubmit, children }: SettingFormProps): ReactElement {
  return (
    <Form onSubmit={onSubmit} className="mt-5 space-y-5">
      {children}
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={save.pending}>
          {save.pending ? "Saving..." : label}
        </Button>
        {more}
      </div>
    </Form>
  );
}
