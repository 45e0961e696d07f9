import Handlebars from "handlebars";
import { BRAND } from "#shared/brand.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { TEMPLATES } from "./templates.ts";

export type Rendered = { subject: string; text: string; html: string };

/** Inline styles: mail programs read nothing else. Colors stay readable where a program inverts them. */
const HTML = Handlebars.compile(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>{{subject}}</title></head>
<body style="margin:0;padding:32px 16px;background:#faf8f4;color:#1a1d24;font:16px/26px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">{{brand}}</p>
{{#each before}}<p style="margin:0 0 16px">{{this}}</p>
{{/each}}
{{#if code}}<p style="margin:0 0 16px;padding:14px 16px;border:1px solid #d9d5cc;border-radius:8px;background:#ffffff;color:#1a1d24;font:17px/24px ui-monospace,Menlo,Consolas,monospace;letter-spacing:.02em">{{code}}</p>
{{/if}}
{{#each after}}<p style="margin:0 0 16px">{{this}}</p>
{{/each}}
{{#if action}}<p style="margin:24px 0"><a href="{{action.url}}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#c8371b;color:#ffffff;text-decoration:none;font-weight:600">{{action.label}}</a></p>
{{/if}}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e4e0d8;color:#5b616e;font-size:13px;line-height:20px">{{footer}}</p>
</div></body></html>`);

/** Plain text is not HTML: there nothing is escaped. */
const fill = (source: string, data: Record<string, string>) =>
  Handlebars.compile(source, { noEscape: true, strict: true })(data);

/** @throws where a template names a value that the mail does not carry */
export function render(mail: Mail, siteUrl: string): Rendered {
  const template = TEMPLATES[mail.template];
  const data = { ...mail.data, siteUrl };
  const subject = fill(template.subject, data).replaceAll(/\s+/g, " ");
  const [first, ...rest] = template.paragraphs.map((paragraph) => fill(paragraph, data));
  const code = template.code && fill(template.code, data);
  const action = template.action && {
    label: template.action.label,
    url: fill(template.action.url, data),
  };
  const footer = `${template.why} Questions? Write to ${BRAND.supportEmail}.`;
  const before = [first ?? ""];
  const text = [
    ...before,
    ...(code ? [code] : []),
    ...rest,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    footer,
  ].join("\n\n");
  const html = HTML({ subject, brand: BRAND.name, before, after: rest, code, action, footer });
  return { subject, text: `${text}\n`, html };
}
