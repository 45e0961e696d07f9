import { useLayoutEffect } from "react";

const typed = new Map<string, string>();

/** Keeps what was typed into the form's HTML before its script came. */
export function rememberTyped(root: ParentNode): void {
  for (const { name, value } of root.querySelectorAll<HTMLInputElement>("input[name]"))
    if (value !== "") typed.set(name, value);
}

/** Puts it back into the form, which empties its fields as it comes to life. */
export function useTypedBefore(put: Readonly<Record<string, (value: string) => void>>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useLayoutEffect(() => {
    for (const [name, value] of typed) put[name]?.(value);
    typed.clear();
  }, []);
}
