import { hostname, platform, release } from "node:os";
import type { License, ServiceOptions } from "./api.ts";
import { type Components, USUALLY_STRONG } from "./fingerprint.ts";
import { createLicense } from "./license.ts";
import { nodeCrypto } from "./node/crypto.ts";
import { fileStorage } from "./node/fileStorage.ts";
import { readComputer } from "./node/machine.ts";
import { nodeFetch } from "./node/proxy.ts";
import { inVault } from "./node/vault.ts";
import type { Clock, Fetch, Storage, Timers, Vault } from "./ports.ts";
import type { LicenseState } from "./states.ts";

export type {
  CallOptions,
  License,
  Refusal,
  Result,
  ServiceOptions,
  SignInCode,
  Work,
} from "./api.ts";
export type { Entitlements } from "./entitlements.ts";
export type { Explanation } from "./explain.ts";
export type { Components } from "./fingerprint.ts";
export type { PublicKey } from "./jws.ts";
export type { SafeStorage } from "./node/vault.ts";
// biome-ignore lint/performance/noBarrelFile: the single entry point of a bundled package.
export { electronVault } from "./node/vault.ts";
export type { Dropped } from "./outbox.ts";
export type { Clock, Fetch, Storage, Timers, Vault } from "./ports.ts";
export type { Action, LicenseState } from "./states.ts";
export { coversUpdate, verifyUpdate } from "./updates.ts";
export type { ActivityType, Tier } from "./wire.ts";

export type Options = {
  service: ServiceOptions;
  /** The fingerprint's salt: a name of your product that never changes. */
  product: string;
  appVersion: string;
  /** A separate folder for each user of the computer: `app.getPath("userData")`. */
  directory: string;
  /** In Electron: `electronVault(safeStorage)`. Default: the store is not encrypted. */
  vault?: Vault;
  /** Shown on the Seats page. Default: the host name. */
  computerName?: string;
  os?: string;
  /** Called after `activate`, `signIn`, `refresh`, `deactivate` and `acceptOffline`, even if the state is the same. */
  onChange?: (state: LicenseState) => void;
  /** Overrides the values read from the computer. */
  components?: Components;
  storage?: Storage;
  /** In Electron, pass `net.fetch`, which uses the system's proxy. The default heeds HTTPS_PROXY and HTTP_PROXY. */
  fetch?: Fetch;
  clock?: Clock;
  timers?: Timers;
};

const globalTimers: Timers = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

/** @throws TypeError if an option is missing or no component can be read */
export async function openLicense(options: Options): Promise<License> {
  const { service, product, appVersion, directory, vault } = options;
  for (const [name, value] of Object.entries({
    product,
    appVersion,
    "service.url": service?.url,
    "service.issuer": service?.issuer,
  }))
    if (typeof value !== "string" || value === "") throw new TypeError(`openLicense needs \`${name}\`.`);
  if (!Array.isArray(service.keys) || service.keys.length === 0)
    throw new TypeError("openLicense needs `service.keys`: `articlip-license pin` prints them.");
  if (!options.storage && !directory) throw new TypeError("openLicense needs `directory`.");
  const storage = options.storage ?? fileStorage(directory);
  const { components, strong } = options.components
    ? { components: options.components, strong: USUALLY_STRONG }
    : await readComputer();
  return createLicense({
    service,
    product,
    appVersion,
    components,
    strong,
    computerName: options.computerName ?? (hostname() || "Computer"),
    os: options.os ?? `${platform()} ${release()}`,
    storage: vault ? inVault(storage, vault) : storage,
    crypto: nodeCrypto,
    fetch: options.fetch ?? nodeFetch,
    clock: options.clock ?? { now: () => Date.now(), ticks: () => performance.now() },
    timers: options.timers ?? globalTimers,
    onChange: options.onChange,
  });
}
