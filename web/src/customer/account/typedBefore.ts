import { useLayoutEffect } from "react";

/** `left`: whether the focus has left the field. */
type Typed = { value: string; left: boolean };

const typed = new Map<string, Typed>();

/** Keeps input from before the form's script loaded. */
export function rememberTyped(root: ParentNode): void {
  for (const input of root.querySelectorAll<HTMLInputElement>("input[name]")) {
    const { name, value } = input;
    if (value !== "") typed.set(name, { value, left: document.activeElement !== input });
  }
}

/** Restores the remembered input, because hydration empties the fields. */
export function useTypedBefore(put: Readonly<Record<string, (value: string, left: boolean) => void>>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on hydration
  useLayoutEffect(() => {
    for (const [name, { value, left }] of typed) put[name]?.(value, left);
    typed.clear();
  }, []);
}
