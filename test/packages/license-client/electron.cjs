// Replaces Electron where Electron cannot run. Has the calls that docs/license-guide.md makes, in one process. The
// page's script runs against fake elements. Copies values between the page and the main process, as Electron does.
// Standard input: {"submit": key} or {"click": id}. Standard output: what the page shows, after each change.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { createInterface } = require("node:readline");
const vm = require("node:vm");

const handlers = new Map();
const listeners = new Map();
const opened = [];
const page = {};
const element = (id) => {
  page[id] ??= new Proxy(
    { hidden: false, textContent: "", key: { value: "" } },
    {
      set(target, name, value) {
        target[name] = value;
        if (typeof value !== "function") print();
        return true;
      },
    },
  );
  return page[id];
};

exports.app = {
  whenReady: async () => undefined,
  getVersion: () => "1.0.0",
  getPath: () => path.resolve("user-data"),
  on: () => undefined,
  quit: () => process.exit(),
};
exports.ipcMain = { handle: (name, run) => handlers.set(name, run) };
exports.ipcRenderer = {
  invoke: async (name, ...given) => structuredClone(await handlers.get(name)({}, ...structuredClone(given))),
  on: (name, run) => listeners.set(name, run),
};
exports.net = { fetch };
exports.shell = { openExternal: async (url) => opened.push(url) };
exports.safeStorage = {
  encryptStringAsync: async (text) => Buffer.from(text, "utf8").reverse(),
  decryptStringAsync: async (data) => ({ result: Buffer.from(data).reverse().toString("utf8") }),
};
const world = { document: { getElementById: element } };
exports.contextBridge = {
  exposeInMainWorld: (name, api) => {
    world[name] = api;
  },
};
exports.BrowserWindow = class {
  constructor({ webPreferences }) {
    this.preload = webPreferences.preload;
    this.webContents = {
      send: (name, value) => listeners.get(name)?.({}, structuredClone(value)),
    };
  }
  isDestroyed() {
    return false;
  }
  async loadFile(file) {
    createRequire(this.preload)(this.preload);
    const html = readFileSync(file, "utf8");
    for (const [, id] of html.matchAll(/ id="(\w+)"/g)) element(id);
    for (const [, id] of html.matchAll(/ id="(\w+)"[^>]* hidden/g)) element(id).hidden = true;
    vm.runInNewContext(/<script>([\s\S]*)<\/script>/.exec(html)[1], world);
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { submit, click } = JSON.parse(line);
      if (click !== undefined) return page[click].onclick();
      page.form.key.value = submit;
      page.form.onsubmit({ preventDefault: () => undefined });
    });
  }
};
function print() {
  const { heading, message, form, retry } = page;
  const shown = {
    heading: heading?.textContent,
    message: message?.textContent,
    form: form && !form.hidden,
    retry: retry && !retry.hidden,
    opened,
  };
  console.log(JSON.stringify(shown));
}
