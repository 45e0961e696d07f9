import type { Parts } from "../../../packages/license-client/src/api.ts";
import { createLicense } from "../../../packages/license-client/src/license.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import type { Storage } from "../../../packages/license-client/src/ports.ts";
import type { LeaseKeys } from "../../../scripts/leaseKeys.ts";
import { MemoryStorage } from "./memory.ts";
import { createService, createTime, ISSUER } from "./service.ts";
import { publicOf } from "./sign.ts";

export type Computer = ReturnType<typeof createComputer>;

export const COMPONENTS = {
  install: "8d7c9a",
  board: "Maker|Model",
  cpu: "CPU x64",
  disk: "nvme-1",
  network: "aa:bb:cc:00:11:22",
};

/**
 * A computer with the desktop application, its clock, its storage and the service that it calls.
 * @param service default: a new service
 */
export function createComputer(
  keys?: LeaseKeys,
  url = `${ISSUER}/backend/`,
  { world, fetch, answerSignIn } = createService(keys),
) {
  const time = createTime();
  const storage = new MemoryStorage();
  const pinned = [publicOf(world.keys.current)];
  const computer = {
    service: world,
    answerSignIn,
    time,
    storage,
    kept: storage.kept,
    components: { ...COMPONENTS } as Record<string, string>,
    states: [] as string[],
    /** Starts the application with this computer's storage or a copy of it. */
    open: (store: Storage = storage, shown: Partial<Parts> = {}) =>
      createLicense({
        service: { url, issuer: ISSUER, keys: pinned },
        product: "articlip",
        components: computer.components,
        computerName: "desk",
        os: "macOS 15",
        appVersion: "1.0",
        ...shown,
        storage: store,
        crypto: nodeCrypto,
        fetch,
        clock: time,
        timers: time.timers,
        onChange: ({ name }) => computer.states.push(name),
      }),
    /** Lets time pass for computer and service. A wrong clock keeps its error. */
    pass(milliseconds: number): void {
      world.now += milliseconds;
      time.pass(milliseconds);
    },
  };
  return computer;
}
