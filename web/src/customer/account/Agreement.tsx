import type { ReactElement } from "react";
import { paths } from "../../app/paths.ts";
import { Icon } from "../../ui/Icon.tsx";

/** @param deed the act that accepts the texts, such as "By creating an account" */
export function Agreement({ deed }: { deed: string }): ReactElement {
  return (
    <p className="mt-3 text-xs text-quiet">
      {deed} you accept our <Beside href={paths.terms.href()}>Terms</Beside> and our{" "}
      <Beside href={paths.privacy.href()}>Privacy Policy</Beside>.
    </p>
  );
}

/** Opens in a new tab, so that no input is lost. */
function Beside({ href, children }: { href: string; children: string }): ReactElement {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-ink underline underline-offset-2">
      {/* A non-breaking space keeps the arrow beside the link's last word. */}
      {children}
      {"\u00a0"}
      <Icon name="external" className="inline size-3" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
