import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";

/** Where people answer. */
export function Contact({ about }: { about: string }): ReactElement {
  return (
    <p>
      Write to <a href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</a> about {about}, or ask in the{" "}
      <a href={BRAND.chatUrl}>community chat</a>, where other people who make videos read along. Please keep
      licence keys and addresses out of the chat.
    </p>
  );
}
