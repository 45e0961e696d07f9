export const STYLE = `
:root{--page:#f6f7f9;--card:#fff;--ink:#16202c;--quiet:#566170;--line:#d5dae1;--field:#8a94a3;--accent:#4b3fd1;--on-accent:#fff;--bad:#b3261e;--bad-page:#fdeceb;--good:#146c43;--ribbon:#fff3d6;--ribbon-ink:#5c4200;--focus:#4b3fd1}
@media (prefers-color-scheme:dark){:root{--page:#10151c;--card:#1a212b;--ink:#eef1f5;--quiet:#a9b4c2;--line:#313b48;--field:#76828f;--accent:#a79fff;--on-accent:#15102e;--bad:#ff9b93;--bad-page:#3a1a1a;--good:#7bd8a6;--ribbon:#3a2f10;--ribbon-ink:#ffe0a0;--focus:#c6c1ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px;z-index:1}
.ribbon{margin:0;padding:6px 16px;background:var(--ribbon);color:var(--ribbon-ink);text-align:center;font-size:14px}
main{margin:0 auto;padding:24px 16px 64px}.narrow{max-width:960px}.wide{max-width:1280px}
h1{font-size:24px;line-height:1.25;margin:0 0 8px;letter-spacing:-.01em}h2{font-size:18px;margin:0 0 12px}
p{margin:0 0 12px}.quiet{color:var(--quiet)}.small{font-size:14px}.amount{font-size:34px;font-weight:600;font-variant-numeric:tabular-nums;margin:0 0 16px}
a{color:var(--accent)}
.two{display:grid;gap:24px}@media (min-width:760px){.two{grid-template-columns:5fr 6fr;gap:48px;padding-top:24px}}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px}
.card+.card{margin-top:16px}
.rows{list-style:none;margin:0 0 12px;padding:0}.rows li,.sum{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}.rows li:last-child{border:0}
.rows span:last-child,.sum span:last-child{font-variant-numeric:tabular-nums;white-space:nowrap}.sum{border:0}.total{font-weight:600;border-top:1px solid var(--line)}
form{margin:0}fieldset{border:0;margin:0;padding:0}legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
label{display:block;font-size:14px;font-weight:500;margin:12px 0 4px}
input,select{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);border-radius:8px}
input[type=radio],input[type=checkbox]{width:20px;min-height:20px;margin:0 8px 0 0;vertical-align:middle}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
button,.button{display:inline-block;min-height:44px;padding:9px 18px;font:inherit;font-weight:600;border-radius:8px;border:1px solid var(--field);background:var(--card);color:var(--ink);cursor:pointer;text-decoration:none;text-align:center}
.main-button{width:100%;margin-top:20px;background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.danger{border-color:var(--bad);color:var(--bad)}
.line{display:flex;gap:8px;align-items:end}.line>:first-child{flex:1}
.alert{background:var(--bad-page);color:var(--bad);border:1px solid var(--bad);border-radius:8px;padding:10px 12px}
.done{color:var(--good);font-weight:600}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:8px 12px 8px 0;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--quiet);font-weight:500}
td form{display:inline-block;margin:0 4px 4px 0}td button{min-height:32px;padding:3px 10px;font-size:14px}
.scroll{overflow-x:auto}code{font:13px ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
nav.tabs{display:flex;flex-wrap:wrap;gap:8px 16px;margin:0 0 20px}nav.tabs [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.chip{border:1px solid var(--line);border-radius:999px;padding:1px 9px;font-size:13px;white-space:nowrap}
details summary{cursor:pointer}pre{overflow-x:auto;font-size:12px;background:var(--page);padding:12px;border-radius:8px}
`;
