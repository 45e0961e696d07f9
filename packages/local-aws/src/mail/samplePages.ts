import { html } from "hono/html";
import type { SampleMail } from "./message.ts";
import { type Html, page } from "./pages.ts";

export function samplesPage(samples: readonly SampleMail[]): Html {
  return page(
    "Sample mail",
    html`
    <nav><a class="back" href="/">All mail</a></nav>
    <header class="top">
      <h1>Sample mail</h1>
      <p class="count">${samples.length} kinds, with made-up data</p>
    </header>
    <ol class="list">${samples.map(
      ({ name, subject, text }, at) => html`<li><a href="/samples/${at + 1}">
        <span class="who">${name}</span>
        <span class="what"><b>${subject}</b> <span class="quiet">${text.slice(0, 140)}</span></span>
      </a></li>`,
    )}</ol>`,
  );
}

/** The mail as a mail program with this theme shows it. The browser's theme has no effect. */
export function inTheme(content: string, theme: string): string {
  return content.replace(/\(prefers-color-scheme:\s*(\w+)\)/g, (_query, wanted: string) =>
    wanted === theme ? "(min-width:0)" : "(max-width:0)",
  );
}

export function samplePage({ name, from, subject, text, html: content }: SampleMail, number: string): Html {
  const theme = (which: "light" | "dark") =>
    html`<iframe title="The message in a ${which} mail program" src="/samples/${number}/html?theme=${which}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`;
  return page(
    subject,
    html`
    <nav><a class="back" href="/samples">All samples</a></nav>
    <article>
      <h1>${subject}</h1>
      <dl class="facts"><dt>From</dt><dd>${from}</dd><dt>Sample</dt><dd>${name}</dd></dl>
      ${content === undefined ? "" : html`<div class="themes">${theme("light")}${theme("dark")}</div>`}
      <details open><summary>Plain text</summary><pre>${text}</pre></details>
    </article>`,
  );
}
