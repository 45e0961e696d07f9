import { type ComponentProps, type ReactElement, useState } from "react";
import { Button } from "./Button.tsx";

type DialogButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "children"> & {
  label: string;
  dialog: (close: () => void) => ReactElement;
};

export function DialogButton({ label, dialog, size = "small", ...button }: DialogButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
