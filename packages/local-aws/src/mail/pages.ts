import { html, raw } from "hono/html";
import { codeIn, type StoredMail } from "./message.ts";

export type Html = ReturnType<typeof html>;

type Listing = { to: string; state: string; samples: boolean };

export function listPage(messages: readonly StoredMail[], { to, state, samples }: Listing): Html {
  const count = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  const content = html`
    <header class="top">
      <h1>Mail</h1>
      <p class="count" role="status">${count}${to === "" ? "" : html` to <b>${to}</b>`}</p>
      <form role="search">
        <label for="to" class="unseen">Show mail to</label>
        <input id="to" name="to" type="search" value="${to}" placeholder="Show mail to …" autocomplete="off" spellcheck="false">
      </form>
      ${samples ? html`<a href="/samples">Samples</a>` : ""}
      <button id="clear" type="button" ${messages.length === 0 ? "disabled" : ""}>Delete all</button>
    </header>
    ${messages.length === 0 ? emptyState(to) : html`<ol class="list">${messages.map(row)}</ol>`}`;
  return page("Mail", content, state);
}

export function messagePage(mail: StoredMail): Html {
  const code = codeIn(mail);
  const facts = [
    ["From", mail.from],
    ["To", mail.to],
    ["Received", when(mail)],
    ...Object.entries(mail.headers),
  ];
  const content = html`
    <nav><a class="back" href="/">All mail</a></nav>
    <article>
      <h1>${mail.subject || "(no subject)"}</h1>
      <dl class="facts">${facts.map(([name = "", value = ""]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      ${code ? html`<p class="code-line"><code class="code">${code}</code> <button type="button" data-copy="${code}">Copy code</button></p>` : ""}
      ${mail.attachments.length === 0 ? "" : html`<p class="quiet">Attached: ${mail.attachments.join(", ")}</p>`}
      ${mail.html === null ? "" : html`<iframe title="The message as HTML" src="/messages/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`}
      <details ${mail.html === null ? "open" : ""}><summary>Plain text</summary><pre>${mail.text || "This message has no plain text."}</pre></details>
    </article>`;
  return page(mail.subject || "Mail", content);
}

export function missingPage(): Html {
  return page(
    "Message not found",
    html`<nav><a class="back" href="/">All mail</a></nav><div class="empty"><h1>Message not found</h1><p>It was deleted, or the address is incomplete.</p></div>`,
  );
}

export function mailDocument(content: string): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank"><style>body{font:15px/1.6 system-ui,sans-serif;margin:20px;color:#1d2129;background:#fff}</style>${content}`;
}

function row(mail: StoredMail): Html {
  const code = codeIn(mail);
  return html`<li><a href="/messages/${mail.id}">
    <span class="who">${mail.to}</span>
    <span class="what"><b>${mail.subject || "(no subject)"}</b> <span class="quiet">${mail.text.slice(0, 140)}</span></span>
    ${code ? html`<code class="code">${code}</code>` : ""}
    <time datetime="${mail.receivedAt}" title="${mail.receivedAt}">${when(mail)}</time>
  </a></li>`;
}

function emptyState(to: string): Html {
  return html`<div class="empty">
    ${raw(MARK)}
    <h2>${to === "" ? "No mail yet" : "No mail to this address"}</h2>
    <p>Every mail that the local stack sends arrives here and nowhere else, including codes and receipts. This page updates automatically.</p>
  </div>`;
}

export function page(title: string, content: Html, state?: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="stylesheet" href="/mail.css">
  <script type="module" src="/mail.js"></script>
</head>
<body ${state === undefined ? "" : html`data-state="${state}"`}><main>${content}</main></body>
</html>`;
}

function when(mail: StoredMail): string {
  return `${mail.receivedAt.slice(0, 10)} ${mail.receivedAt.slice(11, 16)} UTC`;
}

const MARK = `<svg viewBox="0 0 48 36" width="72" height="54" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><rect x="1" y="1" width="46" height="34" rx="4"/><path d="m2 4 19.4 16.2a4 4 0 0 0 5.2 0L46 4"/></svg>`;
