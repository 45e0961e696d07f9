import { BRAND } from "../brand.ts";

export type Fact = { label: string; value: string };
export type Link = { label: string; url: string };

/** The content of a mail as plain text, not escaped. */
export type MailContent = {
  subject: string;
  /** The code, if there is one, comes after the first paragraph. */
  paragraphs: readonly string[];
  code?: string | undefined;
  facts?: readonly Fact[];
  action?: Link | undefined;
  /** A smaller, second link. */
  link?: Link | undefined;
  /** Why the reader gets this mail. */
  why: string;
};

const HELP = `Questions? Reply to this email, or write to ${BRAND.supportEmail}.`;

/** Plain text for mail programs that show no HTML. */
export function mailText({ paragraphs, code, facts = [], action, link, why }: MailContent): string {
  const [first = "", ...rest] = paragraphs;
  const blocks = [
    first,
    // The code has its own line, so that a double click selects nothing else.
    ...(code ? [code] : []),
    ...rest,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join("\n")] : []),
    ...[action, link].flatMap((to) => (to ? [`${to.label}:\n${to.url}`] : [])),
    `-- \n${BRAND.name}\n${why}\n${HELP}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/**
 * Mail programs that drop style sheets show the inline light colors; the others follow the reader's theme. The logo is
 * text: most programs block pictures until the reader allows them.
 */
const STYLES = {
  page: "margin:0;padding:32px 16px;background:#faf8f4;color:#1a1d24;font:16px/26px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  mark: "display:inline-block;width:28px;margin-right:10px;border-radius:7px;background:#c8371b;color:#ffffff;font-size:14px;line-height:28px;text-align:center",
  code: "margin:0 0 16px;padding:14px 16px;border:1px solid #d9d5cc;border-radius:8px;background:#ffffff;color:#1a1d24;font:15px/24px ui-monospace,Menlo,Consolas,monospace",
  facts: "width:100%;margin:0 0 16px;border-collapse:collapse",
  fact: "padding:8px 0;border-top:1px solid #e4e0d8;color:#1a1d24;vertical-align:top",
  button:
    "display:inline-block;padding:10px 18px;border-radius:8px;background:#c8371b;color:#ffffff;text-decoration:none;font-weight:600",
  link: "color:#a52c14",
  footer:
    "margin:32px 0 0;padding-top:16px;border-top:1px solid #e4e0d8;color:#5b616e;font-size:13px;line-height:20px",
} as const;

const DARK = `@media (prefers-color-scheme:dark){
.page{background:#14161b!important;color:#efece6!important}
.code{background:#1d2027!important;border-color:#3a3e48!important;color:#efece6!important}
.fact{border-color:#3a3e48!important;color:#efece6!important}
.link{color:#ff9b7d!important}
.footer{border-color:#3a3e48!important;color:#b3b6bd!important}
}`;

const styled = (name: keyof typeof STYLES) => `class="${name}" style="${STYLES[name]}"`;

export function mailHtml({ subject, paragraphs, code, facts = [], action, link, why }: MailContent): string {
  const [first = "", ...rest] = paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${DARK}</style></head>
<body ${styled("page")}>
${WORD_TABLE.open}<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600"><span aria-hidden="true" ${styled("mark")}>&#9654;&#65038;</span>${BRAND.name}</p>
${first}
${code ? `<p ${styled("code")}>${escaped(code)}</p>` : ""}
${rest.join("\n")}
${facts.length > 0 ? `<table role="presentation" ${styled("facts")}>${facts.map(row).join("")}</table>` : ""}
${action ? button(action) : ""}
${link ? `<p style="margin:0 0 16px"><a href="${escaped(link.url)}" ${styled("link")}>${escaped(link.label)}</a></p>` : ""}
<p ${styled("footer")}>${escaped(why)} ${escaped(HELP)}</p>
</div>${WORD_TABLE.close}</body></html>`;
}

/** Outlook for Windows renders with Word, which ignores a maximum width and a link's padding. */
const WORD_TABLE = {
  open: '<!--[if mso]><table role="presentation" align="center" width="520"><tr><td><![endif]-->',
  close: "<!--[if mso]></td></tr></table><![endif]-->",
};

const button = ({ label, url }: Link) =>
  `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:24px 0"><tr><td bgcolor="#c8371b" style="border-radius:8px;mso-padding-alt:10px 18px"><a href="${escaped(url)}" ${styled("button")}>${escaped(label)}</a></td></tr></table>`;

/** Keeps a date on one line and lets a product's name wrap. */
const LONGEST_UNBROKEN = 20;
const wrap = (text: string) => (text.length <= LONGEST_UNBROKEN ? "nowrap " : "");
const row = ({ label, value }: Fact) =>
  `<tr><td ${wrap(label)}${styled("fact")}>${escaped(label)}&#8195;</td><td align="right" ${wrap(value)}${styled("fact")}>${escaped(value)}</td></tr>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
