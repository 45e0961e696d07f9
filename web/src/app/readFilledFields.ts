/**
 * Has every form read its fields as they are when someone comes to it, and when it is sent. A password manager or an
 * extension may fill them without an event: the form would call them empty, and keep its button disabled.
 */
export function readFilledFields(document: Document): void {
  // React answers to one of the events, react-hook-form to the other, which also says that the field was left.
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
