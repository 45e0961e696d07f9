/**
 * Has every form read its fields as they are when it is sent. A password manager or an extension may fill them without
 * an event, and the form would call them empty. React answers to one of the events, react-hook-form to the other.
 */
export function readAtSubmit(document: Document): void {
  document.addEventListener(
    "submit",
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return;
      for (const field of target.elements)
        for (const name of ["input", "focusout"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    },
    { capture: true },
  );
}
