import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";

export function Contact({ about }: { about: string }): ReactElement {
  return (
    <p>
      Write to <a href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</a> about {about}, or ask in the{" "}
      <a href={BRAND.chatUrl}>community chat</a>. The chat is public: please do not post license keys or
      addresses there.
    </p>
  );
}
