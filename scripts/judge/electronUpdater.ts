import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestOptions, request } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { BRAND } from "#shared/brand.ts";
import { verifyUpdate } from "../../packages/license-client/src/index.ts";
import { nextLeaseKeys } from "../leaseKeys.ts";
import { publish } from "../releases/publish.ts";
import { folderShelf } from "../releases/shelf.ts";
import type { Judge, Verdict } from "./judge.ts";
import { emptyFolder, HOME } from "./tools.ts";

const VERSION = "6.8.10";
const MANIFEST = path.join(HOME, "node_modules/electron-updater/package.json");
const NEW = "9.1.0";

const INSTALLERS = [
  "Setup.exe",
  "Setup-arm64.exe",
  "App-mac.zip",
  "App-arm64-mac.zip",
  "App.dmg",
  "App.AppImage",
  "App.deb",
];

type System = {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly updater: string;
  /** macOS's updater needs Electron, so another updater reads its feed and downloads nothing. */
  readonly onlyReads?: true;
};
const SYSTEMS: readonly System[] = [
  { name: "Windows", platform: "win32", updater: "NsisUpdater" },
  { name: "macOS", platform: "darwin", updater: "NsisUpdater", onlyReads: true },
  { name: "AppImage", platform: "linux", updater: "AppImageUpdater" },
  { name: "Debian", platform: "linux", updater: "DebUpdater" },
];

type Info = { version: string; files: readonly { url: string }[] };
type Updater = {
  autoDownload: boolean;
  httpExecutor: object;
  logger: null;
  stagingUserIdPromise: { value: Promise<string> };
  _testOnlyOptions: object;
  setFeedURL(options: object): void;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: Info } | null>;
  downloadUpdate(): Promise<string[]>;
};
type UpdaterModule = Record<string, new (options: null, app: object) => Updater>;

export const electronUpdater: Judge = {
  name: "electron-updater",
  judges: "the update feeds, with the library that applications use to read them",
  install: `npm install --prefix .local/judge electron-updater@${VERSION}`,
  finding: "fails",
  isInstalled: () => existsSync(MANIFEST) && JSON.parse(readFileSync(MANIFEST, "utf8")).version === VERSION,
  judge: () => update(() => undefined),
  mistake: "sha512 checksum mismatch",
  plant: () =>
    update((downloads) =>
      writeFileSync(path.join(downloads, `${BRAND.slug}-${NEW}-windows-x64.exe`), "replaced"),
    ),
};

/** @param change modifies the served folder after the release was published */
async function update(change: (downloads: string) => void): Promise<Verdict> {
  const folder = emptyFolder();
  const built = path.join(folder, "built");
  mkdirSync(built);
  for (const name of INSTALLERS) writeFileSync(path.join(built, name), randomBytes(5000));
  const shelf = folderShelf(path.join(folder, "site"), path.join(folder, "keys.json"));
  const keys = nextLeaseKeys();
  await shelf.putKeys(keys);
  const notes = ["Quotes: “a”, 'b' & <c>", "A colon: and # a sign"];
  await publish(shelf, { version: NEW, channel: "latest", percent: 50, folder: built, notes }, new Date());
  const downloads = path.join(folder, "site/downloads");
  change(downloads);
  const server = createServer(({ url = "" }, response) => {
    const file = path.join(downloads, path.basename(new URL(url, "http://local").pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    const bytes = readFileSync(file);
    return response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { kid, kty, crv, x } = keys.current;
  const pins = [{ kid, kty, crv, x }];
  const findings: string[] = [];
  try {
    for (const system of SYSTEMS) {
      const found = await updateOn(system, `http://127.0.0.1:${port}`, folder, pins).catch(String);
      if (found !== undefined) findings.push(`${system.name}: ${found}`);
    }
  } finally {
    server.close();
  }
  return { findings, judged: `${SYSTEMS.length} systems` };
}

/** @returns the problem; undefined if the updater found and verified the release and, unless `onlyReads`, downloaded it */
async function updateOn(
  { name, platform, updater: kind, onlyReads }: System,
  url: string,
  folder: string,
  pins: Parameters<typeof verifyUpdate>[1],
): Promise<string | undefined> {
  const load = createRequire(MANIFEST);
  const { [kind]: Updater }: UpdaterModule = load(`electron-updater/out/${kind}`);
  if (!Updater) return `electron-updater has no ${kind}`;
  const place = path.join(folder, name);
  mkdirSync(place);
  const app = {
    version: "1.0.0",
    name: BRAND.name,
    isPackaged: true,
    userDataPath: place,
    baseCachePath: place,
    appUpdateConfigPath: path.join(place, "app-update.yml"),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  writeFileSync(app.appUpdateConfigPath, `provider: generic\nurl: ${url}\nupdaterCacheDirName: cache\n`);
  // The library uses this to detect an AppImage.
  process.env.APPIMAGE = path.join(place, "app");
  const updater = new Updater(null, app);
  updater.httpExecutor = overHttp(load);
  updater._testOnlyOptions = { platform, isUseDifferentialDownload: false };
  updater.setFeedURL({ provider: "generic", url });
  updater.autoDownload = false;
  updater.logger = null;
  // A release for 50 percent of the installations: one installation is inside, one is outside.
  updater.stagingUserIdPromise = { value: Promise.resolve("00000000-0000-4000-8000-0000ffffffff") };
  if ((await updater.checkForUpdates())?.isUpdateAvailable)
    return "it updates an installation outside the 50 percent";
  updater.stagingUserIdPromise = { value: Promise.resolve("00000000-0000-4000-8000-000000000000") };
  const checked = await updater.checkForUpdates();
  if (!checked?.isUpdateAvailable) return "it finds no update";
  const { updateInfo } = checked;
  if (updateInfo.version !== NEW) return `it finds version ${updateInfo.version}`;
  if (!verifyUpdate(updateInfo, pins)) return "the signature does not match the feed";
  if (!onlyReads) await updater.downloadUpdate();
  return undefined;
}

type Download = {
  headers: Record<string, string>;
  cancellationToken: {
    createPromise(
      work: (resolve: (file: string) => void, reject: (error: Error) => void, onCancel: unknown) => void,
    ): unknown;
  };
};

/** electron-updater's network layer, with Node's network instead of Electron's. */
function overHttp(load: NodeJS.Require): object {
  const { HttpExecutor, configureRequestOptions, configureRequestUrl } = load("builder-util-runtime");
  return new (class extends HttpExecutor {
    createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void) {
      return request(options, callback);
    }
    download(url: URL, destination: string, options: Download) {
      return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
        const asked = { headers: options.headers };
        configureRequestUrl(url, asked);
        configureRequestOptions(asked);
        const callback = (error?: Error | null) => (error ? reject(error) : resolve(destination));
        this.doDownload(asked, { destination, options, onCancel, callback, responseHandler: null }, 0);
      });
    }
  })();
}
