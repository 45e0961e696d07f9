import { useLayoutEffect } from "react";

/** `left`: another field has the focus since. */
type Typed = { value: string; left: boolean };

const typed = new Map<string, Typed>();

/** Keeps what was typed into the form's HTML before its script came. */
export function rememberTyped(root: ParentNode): void {
  for (const input of root.querySelectorAll<HTMLInputElement>("input[name]")) {
    const { name, value } = input;
    if (value !== "") typed.set(name, { value, left: document.activeElement !== input });
  }
}

/** Puts it back into the form, which empties its fields as it comes to life. */
export function useTypedBefore(put: Readonly<Record<string, (value: string, left: boolean) => void>>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useLayoutEffect(() => {
    for (const [name, { value, left }] of typed) put[name]?.(value, left);
    typed.clear();
  }, []);
}
