import { useState } from "react";

/** The text of a field. Spread `field` into a `Field` or a `TextArea`. */
export function useText(initial = "") {
  const [text, setText] = useState(initial);
  const onChange = (event: { target: { value: string } }): void => setText(event.target.value);
  return { text, setText, field: { value: text, onChange } };
}
