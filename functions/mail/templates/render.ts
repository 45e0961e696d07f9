import Handlebars from "handlebars";
import { type MailContent, mailHtml, mailText } from "#shared/mail/layout.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { onceEach } from "#shared/once.ts";
import { API_PATH } from "#shared/site.ts";
import type { Template } from "./template.ts";
import { TEMPLATES } from "./templates.ts";

export type Rendered = { subject: string; text: string; html: string; unsubscribeUrl: string | undefined };

/** Fills plain text; the layout escapes HTML. Cached, because a mailing repeats a few texts. */
const compiled = onceEach((source: string) => Handlebars.compile(source, { noEscape: true, strict: true }));
const fill = (source: string, data: Record<string, string>) => compiled(source)(data).trim();

/** @throws if the mail lacks a value that its template names and `added` does not list */
export function render(mail: Mail, siteUrl: string): Rendered {
  const template: Template = TEMPLATES[mail.template];
  const added = Object.fromEntries((template.added ?? []).map((name) => [name, ""]));
  const data = { ...added, ...mail.data, siteUrl };
  const content: MailContent = {
    subject: fill(template.subject, data).replaceAll(/\s+/g, " "),
    paragraphs: template.paragraphs.map((text) => fill(text, data)).filter((text) => text !== ""),
    code: template.code && fill(template.code, data),
    facts: (template.facts ?? [])
      .map(({ label, value }) => ({ label: fill(label, data), value: fill(value, data) }))
      .filter(({ value }) => value !== ""),
    action: linkOf(template.action, data),
    link: linkOf(template.link, data),
    why: template.why,
  };
  return {
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    unsubscribeUrl: unsubscribeUrl(mail, siteUrl),
  };
}

const unsubscribeUrl = ({ data: { mailToken } }: Mail, siteUrl: string): string | undefined =>
  mailToken ? `${siteUrl}${API_PATH}/api/mail/unsubscribe/${mailToken}` : undefined;

function linkOf(link: Template["link"], data: Record<string, string>) {
  const url = link && fill(link.url, data);
  return link && url ? { label: link.label, url } : undefined;
}
