import type { ComponentProps, ReactElement } from "react";
import { useRevalidator } from "react-router-dom";
import { Button } from "../../ui/Button.tsx";

export function TryAgain(props: Pick<ComponentProps<typeof Button>, "className" | "variant">): ReactElement {
  const { revalidate, state } = useRevalidator();
  return (
    <Button
      {...props}
      size="small"
      changes={false}
      pending={state === "loading"}
      onClick={() => void revalidate()}
    >
      Try again
    </Button>
  );
}
