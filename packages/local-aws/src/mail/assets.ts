/** The site's colors in both themes, and its fonts if they are installed. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.004 85), oklch(0.17 0.008 260));
  --surface: light-dark(oklch(1 0 0), oklch(0.205 0.009 260));
  --raised: light-dark(oklch(0.97 0.004 85), oklch(0.24 0.01 260));
  --ink: light-dark(oklch(0.22 0.015 260), oklch(0.95 0.004 85));
  --quiet: light-dark(oklch(0.45 0.015 260), oklch(0.75 0.006 85));
  --line: light-dark(oklch(0.9 0.006 85), oklch(0.3 0.01 260));
  --edge: light-dark(oklch(0.62 0.01 260), oklch(0.55 0.01 260));
  --signal: light-dark(oklch(0.53 0.19 33), oklch(0.74 0.16 38));
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.6 "Geist Variable", system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 24px 72px; }
h1 { margin: 0; font-size: 26px; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em; overflow-wrap: anywhere; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--signal); outline-offset: 2px; }
.quiet, .count { color: var(--quiet); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; margin-bottom: 24px; }
.count { margin: 0 auto 0 0; padding-top: 5px; font-size: 14px; overflow-wrap: anywhere; }
input, button { height: 40px; padding: 0 14px; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; font-size: 14px; }
input { width: 240px; max-width: 100%; }
input::placeholder { color: var(--quiet); opacity: 1; }
button { cursor: pointer; transition: background-color 120ms ease-out; }
button:hover:not(:disabled) { background: var(--raised); }
button:disabled { cursor: default; border-color: var(--line); color: var(--quiet); }
.list { margin: 0; padding: 0; list-style: none; overflow: hidden; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: grid; grid-template-columns: 220px 1fr auto auto; gap: 16px; align-items: center; min-height: 52px; padding: 10px 16px; text-decoration: none; transition: background-color 120ms ease-out; }
.list a:hover { background: var(--raised); }
.list a:focus-visible { outline-offset: -2px; border-radius: 10px; }
.list time { grid-column: 4; }
.list b { font-weight: 600; }
.who, .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who { font-size: 14px; }
time { color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.code { padding: 3px 8px; border-radius: 6px; background: var(--raised); color: var(--signal); font: 600 14px/1.4 "Geist Mono Variable", ui-monospace, monospace; letter-spacing: 0.06em; }
.list a:hover .code { background: var(--surface); }
.back { display: inline-block; margin-bottom: 20px; color: var(--quiet); font-size: 14px; text-underline-offset: 3px; }
.back:hover { color: var(--ink); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; margin: 16px 0 20px; font-size: 14px; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.code-line { display: flex; align-items: center; gap: 12px; margin: 0 0 20px; }
.code-line .code { padding: 7px 14px; font-size: 20px; }
iframe { display: block; width: 100%; height: min(64vh, 640px); border: 1px solid var(--line); border-radius: 10px; background: #fff; }
.themes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 16px; }
details { margin-top: 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
summary { padding: 10px 16px; cursor: pointer; font-size: 14px; }
pre { margin: 0; padding: 4px 16px 16px; overflow-wrap: anywhere; white-space: pre-wrap; font: 14px/1.6 "Geist Mono Variable", ui-monospace, monospace; }
.empty { padding: 72px 24px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); text-align: center; }
.empty svg { color: var(--signal); }
.empty h1, .empty h2 { margin: 16px 0 4px; font-size: 20px; font-weight: 600; letter-spacing: -0.02em; }
.empty p { max-width: 44ch; margin: 0 auto; color: var(--quiet); }
@media (max-width: 720px) {
  main { padding: 24px 16px 48px; }
  form, input { width: 100%; }
  form { order: 1; }
  .list a { grid-template-columns: 1fr auto; gap: 2px 12px; }
  .list time { grid-column: 2; }
  .what { grid-area: 2 / 1 / auto / -1; }
  .list .code { grid-row: 3; justify-self: start; }
  input, button { height: 44px; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

/** Reloads the list for new mail, deletes mail and copies codes. The pages are readable without this script. */
export const SCRIPT = `
const shown = document.body.dataset.state;
if (shown !== undefined) {
  setInterval(async () => {
    if (document.hidden || document.activeElement?.id === "to") return;
    const state = await fetch("/state").then((answer) => answer.text(), () => shown);
    if (state !== shown) location.reload();
  }, 1500);
}
document.getElementById("clear")?.addEventListener("click", async () => {
  await fetch("/messages", { method: "DELETE" });
  location.reload();
});
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy code"; }, 2000);
  });
}
`;
