/**
 * Makes a form read its fields when the user points at it or types, and on submit. Password managers and extensions may
 * fill fields without an event: the form would treat them as empty and keep its button disabled.
 */
export function readFilledFields(document: Document): void {
  // `input` reaches React's handlers. `focusout` makes react-hook-form read the field and mark it as touched.
  readOn(document, ["pointerover", "keydown"], ["input"]);
  readOn(document, ["submit"], ["input", "focusout"]);
}

function readOn(document: Document, occasions: readonly string[], events: readonly string[]): void {
  for (const occasion of occasions)
    document.addEventListener(
      occasion,
      ({ target }) => {
        const form = target instanceof Element ? target.closest("form") : null;
        for (const field of form?.elements ?? [])
          for (const name of events) field.dispatchEvent(new Event(name, { bubbles: true }));
      },
      { capture: true },
    );
}
